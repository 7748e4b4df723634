//! A compiler's command line, taken apart as far as compiling and linking differ.

use crate::BuildError;
use crate::drop::{Fate, fate};
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// Whose place we take.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Driver {
    C,
    Cxx,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Everything but compiling and linking: clang's own business.
    Ask,
    /// `-c`.
    Compile,
    Link(Product),
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Product {
    Program,
    /// `-shared`: made as one object that programs take in.
    SharedLibrary,
    /// `-r`.
    Object,
}

/// What a link is made of, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    Source {
        path: PathBuf,
        language: Option<OsString>,
    },
    /// An object, an archive, a linker script.
    File(PathBuf),
    Library(OsString),
    /// For the linker itself.
    Word(OsString),
}

#[derive(Debug)]
pub struct Request {
    pub driver: Driver,
    pub mode: Mode,
    pub output: Option<PathBuf>,
    /// Every word that was not dropped, inputs included.
    pub words: Vec<OsString>,
    /// The words among them that matter when a source is compiled.
    pub flags: Vec<OsString>,
    pub items: Vec<Item>,
    pub library_dirs: Vec<PathBuf>,
    pub start_files: bool,
    pub default_libraries: bool,
    pub system_headers: bool,
    /// `-MD` or `-MMD` without a name for what they write.
    pub unnamed_dependencies: bool,
}

/// Flags of the compiler whose value is the next word.
const WITH_VALUE: &[&str] = &[
    "-I",
    "-D",
    "-U",
    "-A",
    "-include",
    "-imacros",
    "-isystem",
    "-idirafter",
    "-iquote",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-isysroot",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-Xclang",
    "-Xpreprocessor",
    "-Xassembler",
    "-mllvm",
    "-target",
    "-dumpbase",
    "-dumpdir",
    "-aux-info",
];

/// What is asked of the compiler itself, or is neither object nor program.
const ASKING: &[&str] = &[
    "-E",
    "-S",
    "-M",
    "-MM",
    "-###",
    "-V",
    "-dumpversion",
    "-dumpfullversion",
    "-dumpmachine",
    "-dumpspecs",
    "-fsyntax-only",
    "-emit-llvm",
    "--version",
    "--help",
    "-help",
    "-qversion",
    "-version",
    "-cc1",
    "-cc1as",
    "--analyze",
];

impl Request {
    pub fn parse(driver: Driver, words: Vec<OsString>) -> Result<Request, BuildError> {
        let mut parser = Parser::new(driver);
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            parser.word(word, &mut words)?;
        }
        Ok(parser.finish())
    }

    /// Whether the native program needs a sanitizer's own runtime.
    pub fn needs_native_runtime(&self) -> bool {
        let flags = self.flags.iter().filter_map(|flag| flag.to_str());
        crate::sanitize::needs_native_runtime(flags)
    }

    pub fn sources(&self) -> impl Iterator<Item = &Path> {
        self.items.iter().filter_map(|item| match item {
            Item::Source { path, .. } => Some(path.as_path()),
            _ => None,
        })
    }
}

struct Parser {
    request: Request,
    /// Of the last `-x`, unless it was `none`.
    language: Option<OsString>,
    asked: bool,
    compile_only: bool,
    dependencies: bool,
    dependency_file: bool,
    /// A word for the linker was left out, and the next thing that the linker would get is its
    /// value, however it is spelt: `-Wl,-rpath DIR`, `-Wl,-rpath -Wl,DIR`.
    linker_value_due: bool,
}

type Rest<'a> = &'a mut dyn Iterator<Item = OsString>;

impl Parser {
    fn new(driver: Driver) -> Parser {
        Parser {
            request: Request {
                driver,
                mode: Mode::Link(Product::Program),
                output: None,
                words: Vec::new(),
                flags: Vec::new(),
                items: Vec::new(),
                library_dirs: Vec::new(),
                start_files: true,
                default_libraries: true,
                system_headers: true,
                unnamed_dependencies: false,
            },
            language: None,
            asked: false,
            compile_only: false,
            dependencies: false,
            dependency_file: false,
            linker_value_due: false,
        }
    }

    fn finish(mut self) -> Request {
        let request = &mut self.request;
        let header = |language: &OsString| language.as_bytes().ends_with(b"-header");
        let nothing = !request
            .items
            .iter()
            .any(|item| matches!(item, Item::Source { .. } | Item::File(_) | Item::Library(_)));
        // Headers are precompiled, and `cc -v` alone is a question.
        let headers = request.items.iter().any(|item| match item {
            Item::Source { path, language } => {
                language.as_ref().map_or_else(|| is_header(path), header)
            }
            _ => false,
        });
        if self.asked || nothing || headers {
            request.mode = Mode::Ask;
        } else if self.compile_only {
            request.mode = Mode::Compile;
        }
        request.unnamed_dependencies = self.dependencies && !self.dependency_file;
        self.request
    }

    fn word(&mut self, word: OsString, rest: Rest<'_>) -> Result<(), BuildError> {
        let text = word.to_str().unwrap_or("").to_owned();
        if text == "-" || !word.as_bytes().starts_with(b"-") {
            self.input(word);
            return Ok(());
        }
        match fate(&text) {
            Fate::Keep => {}
            Fate::Drop => return Ok(()),
            Fate::Replace(flag) => return self.flag(&flag, flag.clone().into(), rest),
            Fate::DropWithValue => {
                rest.next();
                return Ok(());
            }
        }
        if self.link_word(&text, &word, rest)? || self.mode_word(&text, &word, rest)? {
            return Ok(());
        }
        self.flag(&text, word, rest)
    }

    fn input(&mut self, word: OsString) {
        if std::mem::take(&mut self.linker_value_due) {
            return;
        }
        let path = PathBuf::from(&word);
        let source = self.language.is_some() || path == Path::new("-") || is_source(&path);
        self.request.items.push(if source {
            Item::Source {
                path,
                language: self.language.clone(),
            }
        } else {
            Item::File(path)
        });
        self.request.words.push(word);
    }

    /// Words that decide what is made.
    fn mode_word(
        &mut self,
        text: &str,
        word: &OsString,
        rest: Rest<'_>,
    ) -> Result<bool, BuildError> {
        match text {
            "-c" => self.compile_only = true,
            "-x" => {
                let language = value(text, rest)?;
                self.request.words.push(word.clone());
                self.request.words.push(language.clone());
                self.language = Some(language).filter(|l| l != "none");
                return Ok(true);
            }
            "-o" => {
                let output = value(text, rest)?;
                self.request.words.push(word.clone());
                self.request.words.push(output.clone());
                self.request.output = Some(output.into());
                return Ok(true);
            }
            _ if text.starts_with("-x") && text.len() > 2 => {
                let language = OsString::from(&text[2..]);
                self.language = Some(language).filter(|l| l != "none");
            }
            _ if text.starts_with("-o") && text.len() > 2 && !text.starts_with("-objc") => {
                let name = word.as_bytes()[2..].to_vec();
                self.request.output = Some(OsString::from_vec(name).into());
            }
            _ if ASKING.contains(&text)
                || text.starts_with("-print-")
                || text.starts_with("--print-") =>
            {
                self.asked = true;
            }
            _ => return Ok(false),
        }
        self.request.words.push(word.clone());
        Ok(true)
    }

    /// Words that matter only to a link.
    fn link_word(
        &mut self,
        text: &str,
        word: &OsString,
        rest: Rest<'_>,
    ) -> Result<bool, BuildError> {
        let request = &mut self.request;
        let joined = |at: usize| OsString::from_vec(word.as_bytes()[at..].to_vec());
        match text {
            "-shared" => request.mode = Mode::Link(Product::SharedLibrary),
            "-r" => request.mode = Mode::Link(Product::Object),
            "-nostdlib" => (request.start_files, request.default_libraries) = (false, false),
            "-nostartfiles" => request.start_files = false,
            "-nodefaultlibs" | "-nolibc" => request.default_libraries = false,
            "-rdynamic" | "-static-libstdc++" | "-symbolic" => {}
            "-l" => request.items.push(Item::Library(value(text, rest)?)),
            "-L" => request.library_dirs.push(value(text, rest)?.into()),
            "-rpath" => drop(value(text, rest)?),
            "-Xlinker" => {
                let next = value(text, rest)?;
                self.linker_words(vec![next]);
            }
            "-T" | "-u" | "-z" | "-e" | "-Wl,-z" => {
                let next = value(text, rest)?;
                self.linker_words(vec![text.trim_start_matches("-Wl,").into(), next]);
            }
            _ if text.starts_with("-Wl,") => {
                let words = word.as_bytes()[4..].split(|&byte| byte == b',');
                let words = words.map(|w| OsString::from_vec(w.to_vec())).collect();
                self.linker_words(words);
            }
            _ if text.starts_with("-l") => request.items.push(Item::Library(joined(2))),
            _ if text.starts_with("-L") => request.library_dirs.push(joined(2).into()),
            _ if text.starts_with("-z") => self.linker_words(vec!["-z".into(), joined(2)]),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// What a static program has no use for is left out, with its value.
    fn linker_words(&mut self, words: Vec<OsString>) {
        for word in words {
            if std::mem::take(&mut self.linker_value_due) {
                continue;
            }
            match word.to_str().unwrap_or("") {
                "-rpath" | "--rpath" | "-rpath-link" | "--rpath-link" | "-soname" | "--soname"
                | "-h" | "-R" | "-dynamic-linker" | "--dynamic-linker" | "-I"
                | "--version-script" | "--dynamic-list" => self.linker_value_due = true,
                "-s"
                | "-S"
                | "--strip-all"
                | "--strip-debug"
                | "-E"
                | "--export-dynamic"
                | "-Bdynamic"
                | "-Bstatic"
                | "-Bsymbolic"
                | "-Bsymbolic-functions"
                | "-shared"
                | "-pie"
                | "--no-undefined"
                | "" => {}
                text if [
                    "-rpath=",
                    "--rpath=",
                    "-rpath-link=",
                    "--rpath-link=",
                    "--dynamic-linker=",
                    "-soname=",
                    "--soname=",
                    "--version-script=",
                    "--dynamic-list=",
                    "-plugin",
                    "--plugin",
                    "--build-id",
                ]
                .iter()
                .any(|start| text.starts_with(start)) => {}
                _ => self.request.items.push(Item::Word(word)),
            }
        }
    }

    fn flag(&mut self, text: &str, word: OsString, rest: Rest<'_>) -> Result<(), BuildError> {
        let request = &mut self.request;
        match text {
            "-MD" | "-MMD" => self.dependencies = true,
            "-MF" => self.dependency_file = true,
            "-nostdinc" | "-nostdlibinc" => request.system_headers = false,
            _ => {}
        }
        if text.starts_with("-Wp,-M") || (text.starts_with("-MF") && text.len() > 3) {
            self.dependency_file = true;
        }
        let mut words = vec![word];
        if WITH_VALUE.contains(&text) {
            words.push(value(text, rest)?);
        }
        let values = words.iter().filter_map(|word| word.to_str());
        if values.clone().any(|v| v.contains("_FORTIFY_SOURCE")) || names_system_headers(values) {
            return Ok(());
        }
        request.words.extend(words.iter().cloned());
        request.flags.extend(words);
        Ok(())
    }
}

/// gcc ignores `-I` of a folder that it searches anyway; here it would bring in the headers
/// of another C library.
fn names_system_headers<'a>(mut words: impl Iterator<Item = &'a str>) -> bool {
    let Some(first) = words.next() else {
        return false;
    };
    let folder = match first {
        "-I" | "-isystem" | "-idirafter" => words.next(),
        _ => first
            .strip_prefix("-I")
            .or_else(|| first.strip_prefix("-isystem")),
    };
    folder.is_some_and(|folder| folder.trim_end_matches('/') == "/usr/include")
}

fn value(flag: &str, rest: Rest<'_>) -> Result<OsString, BuildError> {
    rest.next()
        .ok_or_else(|| BuildError::NoValue(flag.to_owned()))
}

fn extension(path: &Path) -> &str {
    path.extension().and_then(|e| e.to_str()).unwrap_or("")
}

fn is_header(path: &Path) -> bool {
    matches!(extension(path), "h" | "hh" | "hpp" | "hxx" | "H")
}

pub fn is_assembler(path: &Path) -> bool {
    matches!(extension(path), "s" | "S" | "sx" | "asm")
}

pub fn is_source(path: &Path) -> bool {
    is_header(path)
        || is_assembler(path)
        || matches!(
            extension(path),
            "c" | "i" | "cc" | "cp" | "cxx" | "cpp" | "CPP" | "c++" | "C" | "ii" | "bc" | "ll"
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Request {
        Request::parse(Driver::C, line.split(' ').map(OsString::from).collect()).unwrap()
    }

    #[test]
    fn what_is_made() {
        assert_eq!(parsed("-c a.c").mode, Mode::Compile);
        assert_eq!(parsed("-E a.c").mode, Mode::Ask);
        assert_eq!(parsed("-v").mode, Mode::Ask);
        assert_eq!(parsed("--print-file-name=libc.a").mode, Mode::Ask);
        assert_eq!(parsed("a.c").mode, Mode::Link(Product::Program));
        assert_eq!(
            parsed("-shared -fPIC -o liba.so a.o").mode,
            Mode::Link(Product::SharedLibrary)
        );
        assert_eq!(parsed("-x c-header a.h").mode, Mode::Ask);
    }

    #[test]
    fn the_users_optimisation_and_hardening_go() {
        let request = parsed(
            "-O2 -g3 -march=native -flto=auto -fstack-protector-strong -D_FORTIFY_SOURCE=2 -U _FORTIFY_SOURCE -DX=1 -I inc -I/usr/include a.c -c",
        );
        assert_eq!(request.flags, ["-DX=1", "-I", "inc"]);
    }

    #[test]
    fn the_order_of_a_link_is_kept() {
        let request =
            parsed("-o p a.o -L lib -lm -Wl,--start-group,x.a,--end-group -Wl,-rpath,/x b.c");
        assert_eq!(request.output.as_deref(), Some(Path::new("p")));
        assert_eq!(request.library_dirs, [Path::new("lib")]);
        let items: Vec<String> = request
            .items
            .iter()
            .map(|item| format!("{item:?}"))
            .collect();
        assert_eq!(items.len(), 6, "{items:?}");
        assert!(items[0].contains("a.o") && items[1].contains("\"m\"") && items[5].contains("b.c"));
        assert!(request.flags.is_empty());
    }

    #[test]
    fn what_a_static_program_has_no_use_for_goes_with_its_value() {
        for words in [
            "-Wl,-rpath,/x",
            "-Wl,-rpath=/x",
            "-Wl,-rpath /x",
            "-Wl,-rpath -Wl,/x",
            "-Xlinker -rpath -Xlinker /x",
            "-Xlinker -rpath=/x",
            "-Wl,-O1,-rpath -Wl,/x,--as-needed",
            "-Wl,--version-script -Wl,map",
            "-Wl,-soname -Xlinker liba.so.1",
            "-rpath /x",
        ] {
            let request = parsed(&format!("a.o {words} b.o -lm -o p"));
            let mut items = request.items;
            items.retain(|item| *item != Item::Word("-O1".into()));
            items.retain(|item| *item != Item::Word("--as-needed".into()));
            let file = |name: &str| Item::File(name.into());
            let expected = [file("a.o"), file("b.o"), Item::Library("m".into())];
            assert_eq!(items, expected, "{words}");
        }
    }

    #[test]
    fn standard_input_and_names_joined_to_flags() {
        let request = parsed("-xc - -oout -MD -MT x.o");
        assert_eq!(request.output.as_deref(), Some(Path::new("out")));
        assert!(request.unnamed_dependencies);
        assert_eq!(request.sources().collect::<Vec<_>>(), [Path::new("-")]);
    }
}
