//! From files to a [`Module`]: read or compile, link, prepare, lower.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::compile::{Language, asked_language, compile};
use crate::llvm::{self, Context};
use crate::{ContentHash, LoadError, LoadOptions, Module, Teardown, link, lower, passes, runtime};

/// Reads, links and lowers `inputs`. Nothing refers to LLVM's objects when it returns.
///
/// Truncated files and modules that LLVM refuses are errors. Bitcode whose bits were changed in
/// the middle can still crash LLVM's reader, which trusts it: who does not know where bitcode
/// comes from loads it in another process first.
pub fn load(inputs: &[PathBuf], options: &LoadOptions) -> Result<Module, LoadError> {
    Inputs::read(inputs, options)?.lower(options)
}

/// Inputs that were read and linked with each other, but not yet with a runtime.
pub struct Inputs {
    program: llvm::Module,
    warnings: Vec<String>,
    /// Of the bytes that were read.
    hash: ContentHash,
    /// Dropped last: the order of fields is the order of dropping.
    context: Context,
}

impl Inputs {
    /// Of `options`, what is about compilers and [`LoadOptions::paths`] is used.
    pub fn read(inputs: &[PathBuf], options: &LoadOptions) -> Result<Inputs, LoadError> {
        if inputs.is_empty() {
            return Err(LoadError::NoInput);
        }
        let context = Context::new();
        let mut warnings = Vec::new();
        let mut modules = Vec::new();
        let mut hash = ContentHash::new();
        // The lowering is part of what is lowered.
        hash.add(env!("CARGO_PKG_VERSION").as_bytes());
        for path in inputs {
            let bytes = read_input(path, options, &mut warnings)?;
            hash.add(&bytes);
            modules.push((path.clone(), parse(&context, path, &bytes)?));
        }
        let program = link::link_inputs(&context, modules)?;
        passes::prepare_program(&program, options.paths, options.locals)?;
        Ok(Inputs {
            program,
            warnings,
            hash,
            context,
        })
    }

    /// Symbols that are used and not defined, in order: what libraries are asked for.
    pub fn undefined(&self) -> BTreeSet<String> {
        runtime::undefined_symbols(&self.program)
    }

    /// Whether some input defines this symbol.
    pub fn defines(&self, symbol: &str) -> bool {
        link::definitions(&self.program).any(|global| global.name() == symbol)
    }

    /// The names of all functions with a body, also of those that no other module could see.
    pub fn defined_functions(&self) -> Vec<String> {
        let functions = self.program.functions().into_iter();
        functions
            .filter(|function| !function.is_declaration())
            .map(|function| function.name())
            .collect()
    }

    pub fn lower(mut self, options: &LoadOptions) -> Result<Module, LoadError> {
        let (context, program) = (&self.context, &self.program);
        link::give_way(program, &options.replaced);
        for linked in runtime::link_runtime(context, program, options)? {
            self.hash.add(linked.name.as_bytes());
            self.hash.add(&linked.bitcode);
        }
        passes::prepare_whole(program)?;
        warn_of_module_asm(program, &mut self.warnings);
        self.warnings.extend(context.take_warnings());
        let mut module = lower::lower_module(context, program, options)?;
        let choices = (options.paths, options.locals, options.slots);
        self.hash.add(format!("{choices:?}").as_bytes());
        self.hash.add(options.entry.as_bytes());
        module.hash = self.hash.value();
        module.warnings = self.warnings;
        // Always: the fast loop looks things up unchecked, and this takes about a millisecond.
        if let Err(fault) = crate::verify(&module) {
            panic!("lowering made a broken table: {fault}");
        }
        if options.teardown == Teardown::LeftToExit {
            std::mem::forget((self.program, self.context));
        }
        Ok(module)
    }
}

/// What an input is, by the end of its name.
enum Input {
    Source(Language),
    Bitcode,
    Assembly,
}

fn kind_of(path: &Path, options: &LoadOptions) -> Result<Input, LoadError> {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
    let asked = asked_language(&options.clang_args);
    Ok(match (extension, asked) {
        ("rs", _) => Input::Source(Language::Rust),
        ("bc", _) => Input::Bitcode,
        ("ll", _) => Input::Assembly,
        (_, Some((language, _))) => Input::Source(language),
        ("c" | "i", None) => Input::Source(Language::C),
        ("cc" | "cpp" | "cxx" | "c++" | "C" | "ii", None) => Input::Source(Language::Cxx),
        ("s" | "S" | "asm" | "o" | "a" | "so", None) => {
            return Err(LoadError::MachineCode {
                path: path.to_owned(),
            });
        }
        _ => {
            return Err(LoadError::UnknownExtension {
                path: path.to_owned(),
            });
        }
    })
}

fn read_input(
    path: &Path,
    options: &LoadOptions,
    warnings: &mut Vec<String>,
) -> Result<Vec<u8>, LoadError> {
    let kind = kind_of(path, options)?;
    if !path.is_file() {
        let unreadable = |source| LoadError::Unreadable {
            path: path.to_owned(),
            source,
        };
        return Err(match std::fs::File::open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => LoadError::Missing {
                path: path.to_owned(),
            },
            Err(error) => unreadable(error),
            Ok(_) => unreadable(std::io::Error::other("not a file")),
        });
    }
    let bytes = match kind {
        Input::Source(language) => {
            let compiled = compile(path, language, options)?;
            if !compiled.warnings.is_empty() {
                warnings.push(compiled.warnings);
            }
            compiled.bitcode
        }
        Input::Bitcode | Input::Assembly => {
            let unreadable = |source| LoadError::Unreadable {
                path: path.to_owned(),
                source,
            };
            std::fs::read(path).map_err(unreadable)?
        }
    };
    if matches!(kind, Input::Bitcode) && !is_bitcode(&bytes) {
        return Err(if bytes.len() < 4 {
            let message = format!("only {} bytes", bytes.len());
            LoadError::Malformed {
                path: path.to_owned(),
                message,
            }
        } else {
            LoadError::NotBitcode {
                path: path.to_owned(),
            }
        });
    }
    Ok(bytes)
}

/// Raw bitcode, or bitcode in its wrapper.
fn is_bitcode(bytes: &[u8]) -> bool {
    bytes.starts_with(b"BC\xC0\xDE") || bytes.starts_with(&0x0B17_C0DE_u32.to_le_bytes())
}

const DEFAULT_TRIPLE: &str = "x86_64-unknown-linux-gnu";
const DEFAULT_LAYOUT: &str =
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

fn parse(context: &Context, path: &Path, bytes: &[u8]) -> Result<llvm::Module, LoadError> {
    let name = path.display().to_string();
    let module = context
        .parse(&name, bytes)
        .map_err(|message| parse_error(path, message))?;
    module.verify().map_err(|message| LoadError::Malformed {
        path: path.to_owned(),
        message: message.trim().to_owned(),
    })?;
    // Hand-written assembly often says nothing about its target.
    if !module.has_layout() {
        module.set_layout(DEFAULT_LAYOUT);
    }
    if module.triple().is_empty() {
        module.set_triple(DEFAULT_TRIPLE);
    }
    if !module.layout().is_little_endian_64() {
        return Err(LoadError::Target {
            path: path.to_owned(),
            triple: module.triple(),
        });
    }
    Ok(module)
}

/// The version of LLVM that we are linked with.
const LLVM_VERSION: u32 = 22;

fn parse_error(path: &Path, message: String) -> LoadError {
    let path = path.to_owned();
    let message = message.trim();
    let message = message
        .strip_prefix(&format!("{}:", path.display()))
        .unwrap_or(message)
        .trim();
    let message = message
        .strip_prefix("error:")
        .unwrap_or(message)
        .trim()
        .to_owned();
    let newer = producer_version(&message).is_some_and(|version| version > LLVM_VERSION)
        || message.contains("Incompatible epoch");
    if newer {
        LoadError::NewerLlvm { path, message }
    } else {
        LoadError::Malformed { path, message }
    }
}

/// The reader's complaints end in `(Producer: 'LLVM23.0.0' Reader: 'LLVM 22.1.0')`.
fn producer_version(message: &str) -> Option<u32> {
    let after = message.split("Producer: 'LLVM").nth(1)?;
    let digits: String = after
        .trim_start()
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    digits.parse().ok()
}

fn warn_of_module_asm(program: &llvm::Module, warnings: &mut Vec<String>) {
    if let Some(line) = program
        .module_asm()
        .lines()
        .find(|line| !line.trim().is_empty())
    {
        warnings.push(format!("module-level assembly is ignored: {}", line.trim()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_newer_producer_is_told_from_a_broken_file() {
        let newer =
            "error: Unknown attribute kind (120) (Producer: 'LLVM23.1.0' Reader: 'LLVM 22.1.2')";
        let error = parse_error(Path::new("x.bc"), newer.to_owned());
        assert!(
            error
                .to_string()
                .starts_with("x.bc: made by a newer LLVM than 22"),
            "{error}"
        );
        let broken = "error: Malformed block (Producer: 'LLVM14.0.6' Reader: 'LLVM 22.1.2')";
        assert!(matches!(
            parse_error(Path::new("x.bc"), broken.to_owned()),
            LoadError::Malformed { .. }
        ));
    }
}
