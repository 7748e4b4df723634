//! docs/coreutils.md: one part per subcommand, each replaced by the command that makes it.

use crate::build::root;
use crate::packages::campaigns;
use std::fs;

/// The parts of the page, in their order.
const PARTS: [&str; 4] = ["run", "concrete", "replay", "coverage"];

/// Replaces one part and leaves the others as they are.
pub fn write(part: &str, text: &str) -> std::io::Result<()> {
    let path = root().join("docs/coreutils.md");
    let old = fs::read_to_string(&path).unwrap_or_default();
    fs::write(&path, with_part(&old, part, &without_folders(text)))?;
    println!("written to docs/coreutils.md");
    Ok(())
}

/// Where things lie on this machine is nobody's business.
pub fn without_folders(text: &str) -> String {
    text.replace(&format!("{}/", campaigns().display()), "")
        .replace(&format!("{}/", root().display()), "")
}

fn with_part(old: &str, part: &str, text: &str) -> String {
    let mut page = include_str!("page.md").to_owned();
    for name in PARTS {
        let content = match name == part {
            true => text.trim_end(),
            false => between(old, name),
        };
        if !content.is_empty() {
            page += &format!("\n<!-- {name} -->\n{content}\n<!-- end of {name} -->\n");
        }
    }
    page
}

fn between<'a>(page: &'a str, name: &str) -> &'a str {
    let start = format!("<!-- {name} -->\n");
    page.split_once(&start)
        .and_then(|(_, rest)| rest.split_once(&format!("\n<!-- end of {name} -->")))
        .map_or("", |(content, _)| content)
}

/// A Markdown table; the first column is text, the others are numbers.
pub fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let mut text = format!("| {} |\n|---", head.join(" | "));
    text += &"|---:".repeat(head.len() - 1);
    text += "|\n";
    for row in rows {
        text += &format!("| {} |\n", row.join(" | "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_replaced_and_the_others_stay() {
        let page = with_part("", "coverage", "## Coverage\nold");
        let page = with_part(&page, "run", "## Runs\n1");
        let page = with_part(&page, "coverage", "## Coverage\nnew\n");
        assert_eq!(between(&page, "run"), "## Runs\n1");
        assert_eq!(between(&page, "coverage"), "## Coverage\nnew");
        assert_eq!(between(&page, "concrete"), "");
        assert!(page.find("## Runs") < page.find("## Coverage"));
    }
}
