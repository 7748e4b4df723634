//! The projects, and what is looked for in each.

use crate::packages::{Package, System};

pub struct Project {
    pub package: Package,
    pub looks: &'static [Look],
}

/// One exploration of one program of a project.
pub struct Look {
    pub name: &'static str,
    /// The program, from the build folder.
    pub program: &'static str,
    /// Words after the program.
    pub arguments: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// Texts that some path must print.
    pub shows: &'static [&'static str],
}

pub const PROJECTS: [Project; 4] = [
    Project {
        package: Package {
            name: "bc",
            configure: &[],
            cppflags: "",
            // Its dc calls functions without a declaration, which clang refuses otherwise.
            cflags: "-Wno-implicit-function-declaration",
            make: &[],
            switched_off: &[],
            system: System::Autotools,
        },
        looks: &[Look {
            name: "statements",
            program: "bc/bc",
            arguments: "--sym-stdin 4",
            about: "a calculator that is given four unknown characters",
            shows: &["syntax error", "illegal character"],
        }],
    },
    Project {
        package: Package {
            name: "m4",
            configure: &["--disable-nls"],
            cppflags: "",
            cflags: "",
            make: &["SUBDIRS=lib src"],
            switched_off: &[],
            system: System::Autotools,
        },
        looks: &[
            Look {
                name: "text",
                program: "src/m4",
                arguments: "--sym-stdin 4",
                about: "a macro processor that is given four unknown characters",
                shows: &["end of file in string"],
            },
            Look {
                name: "options",
                program: "src/m4",
                arguments: "--sym-arg 3 --sym-files 1 4",
                about: "its options, and an unknown file",
                shows: &["invalid option", "requires an argument"],
            },
        ],
    },
    Project {
        package: Package {
            name: "patch",
            configure: &[],
            cppflags: "",
            cflags: "",
            make: &[],
            switched_off: &[],
            system: System::Autotools,
        },
        looks: &[Look {
            name: "garbage",
            program: "src/patch",
            arguments: "--sym-files 1 4 --sym-stdin 10 -- -o - A",
            about: "an unknown patch for an unknown file",
            shows: &["Only garbage was found in the patch input"],
        }],
    },
    Project {
        package: Package {
            name: "zlib",
            configure: &[],
            cppflags: "",
            cflags: "",
            make: &[],
            switched_off: &[],
            system: System::InTree(&[&["configure", "--static"], &["make", "minigzip"]]),
        },
        looks: &[
            Look {
                name: "decompress",
                program: "minigzip",
                arguments: "--sym-stdin 16 -- -d",
                about: "sixteen unknown bytes to decompress; what does not begin as gzip does is \
                        copied as it is",
                shows: &["unknown compression method", "unknown header flags set"],
            },
            Look {
                name: "compress",
                program: "minigzip",
                arguments: "--sym-stdin 3 -- -c",
                about: "three unknown bytes to compress",
                shows: &[],
            },
        ],
    },
];
