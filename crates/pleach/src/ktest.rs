//! `pleach ktest`: what is in a test case.

use crate::arguments::KtestArgs;
use crate::failure::Failure;
use pleach_interp::InputType;
use pleach_report::{InputValue, Ktest};
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

pub fn show(args: &KtestArgs) -> Result<ExitCode, Failure> {
    // All are read before anything is printed: a broken one spoils no output.
    let texts: Result<Vec<String>, Failure> = args.files.iter().map(|path| text_of(path)).collect();
    print!("{}", texts?.join("\n"));
    Ok(ExitCode::SUCCESS)
}

fn text_of(path: &Path) -> Result<String, Failure> {
    Ok(text(&path.display().to_string(), &read(path)?))
}

pub fn read(path: &Path) -> Result<Ktest, Failure> {
    let shown = path.display();
    let bytes = std::fs::read(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => Failure::BadInput(format!("{shown}: no such file")),
        _ => Failure::BadInput(format!("{shown}: cannot be read: {error}")),
    })?;
    Ktest::from_bytes(&bytes).map_err(|error| Failure::BadInput(format!("{shown}: {error}")))
}

fn text(name: &str, test: &Ktest) -> String {
    let args: Vec<String> = test
        .args
        .iter()
        .map(|arg| format!("'{}'", arg.escape_ascii()))
        .collect();
    let mut out = format!(
        "ktest file : '{name}'\nargs       : [{}]\nnum objects: {}\n",
        args.join(", "),
        test.objects.len()
    );
    for (i, object) in test.objects.iter().enumerate() {
        let value = InputValue {
            name: object.name.escape_ascii().to_string(),
            bytes: object.bytes.clone(),
            ty: InputType::Unknown,
        };
        let hex: String = object
            .bytes
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let printable = |byte: &u8| {
            if byte.is_ascii_graphic() || *byte == b' ' {
                char::from(*byte)
            } else {
                '.'
            }
        };
        let _ = writeln!(out, "object {i}: name: '{}'", value.name);
        let _ = writeln!(out, "object {i}: size: {}", object.bytes.len());
        let _ = writeln!(out, "object {i}: data: '{}'", object.bytes.escape_ascii());
        let _ = writeln!(out, "object {i}: hex : 0x{hex}");
        if let Some(integer) = value.integer() {
            let unused = 64 - 8 * object.bytes.len() as u32;
            let _ = writeln!(out, "object {i}: int : {integer}");
            let _ = writeln!(
                out,
                "object {i}: uint: {}",
                integer as u64 & (u64::MAX >> unused)
            );
        }
        let _ = writeln!(
            out,
            "object {i}: text: {}",
            object.bytes.iter().map(printable).collect::<String>()
        );
    }
    out
}
