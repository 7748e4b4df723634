//! Other projects from Debian's sources, with their own build systems: built with `pleach cc`,
//! explored, and asked whether the paths that a user would expect were found.

mod list;

use crate::Outcome;
use crate::build::{pleach, root};
use crate::coreutils::engine::{Exploration, Explored, Limit};
use crate::coreutils::page::{table, without_folders};
use crate::packages::{self, Again, Flavour, campaigns};
use clap::Args;
use list::{Look, PROJECTS};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Args)]
pub struct ProjectsArgs {
    /// The pleach to use [default: build it]
    #[arg(long)]
    pleach: Option<PathBuf>,
    /// Build the projects again, also if they are there
    #[arg(long)]
    rebuild: bool,
    /// Only these projects
    #[arg(long = "project", value_name = "NAME")]
    projects: Vec<String>,
    /// Seconds per exploration
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// More options for `pleach run`
    #[arg(last = true)]
    flags: Vec<String>,
}

pub fn projects(args: &ProjectsArgs) -> Outcome {
    let pleach = match &args.pleach {
        Some(path) => std::path::absolute(path)?,
        None => pleach()?,
    };
    let again = match args.rebuild {
        true => Again::Yes,
        false => Again::No,
    };
    let mut rows = Vec::new();
    let mut missing = Vec::new();
    for project in &PROJECTS {
        let name = project.package.name;
        if !args.projects.is_empty() && !args.projects.iter().any(|wanted| wanted == name) {
            continue;
        }
        let folder = packages::build(&project.package, Flavour::Bitcode, &pleach, again)?;
        for look in project.looks {
            let explored = explore(args, &pleach, &folder, name, look)?;
            let lost = not_found(look, &explored)?;
            missing.extend(lost.iter().map(|text| format!("{name}: {text}")));
            println!("{name}: {}", row(name, look, &explored).join("  "));
            rows.push(row(name, look, &explored));
        }
    }
    for text in &missing {
        println!("missing: {text}");
    }
    if args.projects.is_empty() {
        write_page(args, &rows, &missing)?;
    }
    Ok(match missing.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

fn explore(
    args: &ProjectsArgs,
    pleach: &Path,
    folder: &Path,
    name: &str,
    look: &Look,
) -> Result<Explored, Box<dyn Error>> {
    let mut flags = args.flags.clone();
    flags.push("--write-output".into());
    Exploration {
        pleach,
        program: &folder.join(look.program),
        flags: &flags,
        arguments: look.arguments,
        limit: Limit::Wall(args.seconds),
        memory: "2GB",
        folder: campaigns().join("projects").join(name).join(look.name),
    }
    .carry_out()
}

/// What no path showed, and what should not be.
fn not_found(look: &Look, explored: &Explored) -> Result<Vec<String>, Box<dyn Error>> {
    if explored.json.is_null() {
        return Ok(vec![format!("no result: {}", explored.last_words())]);
    }
    let mut output = String::new();
    for test in explored.tests()? {
        for ending in ["stdout", "stderr"] {
            let text = std::fs::read(test.with_extension(ending)).unwrap_or_default();
            output += &String::from_utf8_lossy(&text);
            output.push('\n');
        }
    }
    let mut lost: Vec<String> = look
        .shows
        .iter()
        .filter(|text| !output.contains(**text))
        .map(|text| format!("no path of {} prints '{text}'", look.name))
        .collect();
    for remark in crate::coreutils::run::remarks(explored) {
        lost.push(format!("{}: {remark}", look.name));
    }
    Ok(lost)
}

fn row(name: &str, look: &Look, explored: &Explored) -> Vec<String> {
    let mut row = vec![
        name.to_owned(),
        format!("`{} {}`", look.program, look.arguments),
    ];
    for path in [
        "totals/instructions",
        "totals/solver/queries",
        "totals/paths",
        "tests",
        "totals/errors",
    ] {
        row.push(explored.number(path).to_string());
    }
    row.push(format!("{:.1}", explored.percent("branches")));
    row
}

fn write_page(
    args: &ProjectsArgs,
    rows: &[Vec<String>],
    missing: &[String],
) -> Result<(), Box<dyn Error>> {
    let head = [
        "project",
        "run",
        "instructions",
        "queries",
        "paths",
        "tests",
        "errors",
        "% of branches",
    ];
    let mut text = format!(
        "# Other projects\n\n`cargo xtask projects` gets these from Debian's source packages, builds \
         them with `pleach cc` by their own build systems, and explores each for {} seconds with one \
         job and 2 GB of memory. The command fails when a path that a user would expect is not found. \
         Nothing here is edited by hand.\n\n{}\n",
        args.seconds,
        table(&head, rows)
    );
    for project in &PROJECTS {
        for look in project.looks {
            let shows: Vec<String> = look.shows.iter().map(|text| format!("`{text}`")).collect();
            let (name, about) = (project.package.name, look.about);
            text += &format!("- **{name}**, {}: {about}.", look.name);
            if !shows.is_empty() {
                text += &format!(" Paths must print {}.", shows.join(", "));
            }
            text.push('\n');
        }
    }
    for text_of_missing in missing {
        text += &format!("- Missing: {text_of_missing}\n");
    }
    std::fs::write(root().join("docs/projects.md"), without_folders(&text))?;
    println!("written to docs/projects.md");
    Ok(())
}
