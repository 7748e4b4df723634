//! Global variables, constructors, source locations.

mod common;

use common::*;
use pleach_ir::*;

#[test]
fn initial_bytes() {
    let source = "
        struct s { char c; short h; void *p; double d; long double l; int bits : 5; } __attribute__((aligned(32)));
        int target[4];
        struct s v = { 1, -2, &target[3], 1.5, 1.0L, -1 };
        const char text[] = \"abc\";
        char *const names[] = { \"x\", 0, (char *)text + 1 };
        __int128 wide = ((__int128)1 << 100) | 7;
        _Bool flag = 1;
        int (*function)(void);
        int f(void) { return 0; }
        int (*pointer)(void) = f;
        extern int outside[3];
        int main(void) { return outside[0]; }";
    let path = file("initial_bytes", "a.c", source);
    let module = load_files(&[path], &LoadOptions::default());
    let target = global(&module, "target");
    assert!(target.bytes.is_empty() && target.size == 16);
    let v = global(&module, "v");
    assert_eq!(v.address % 32, 0);
    assert_eq!(v.size, 64);
    assert_eq!(v.bytes[..4], [1, 0, 0xfe, 0xff]);
    assert_eq!(v.bytes[8..16], (target.address + 12).to_le_bytes());
    assert_eq!(v.bytes[16..24], 1.5_f64.to_le_bytes());
    assert_eq!(v.bytes[32..42], [0, 0, 0, 0, 0, 0, 0, 0x80, 0xff, 0x3f]);
    assert_eq!(v.bytes[48], 0x1f);
    let text = global(&module, "text");
    assert!(text.constant && text.bytes == *b"abc" && text.size == 4);
    let names = global(&module, "names");
    assert_eq!(names.bytes[8..16], [0; 8]);
    // Zeros at the end are left out.
    assert_eq!(
        names.bytes[16..],
        (text.address + 1).to_le_bytes()[..names.bytes.len() - 16]
    );
    assert_eq!(
        global(&module, "wide").bytes,
        [7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16]
    );
    assert_eq!(global(&module, "flag").bytes, [1]);
    let f = find(&module, "f").1.address;
    assert_eq!(global(&module, "pointer").bytes, f.to_le_bytes()[..6]);
    assert!(global(&module, "outside").external);
    assert_eq!(global(&module, "outside").size, 12);
}

#[test]
fn odd_constants() {
    let text = "
        @b = global <8 x i1> <i1 1, i1 0, i1 1, i1 1, i1 0, i1 0, i1 0, i1 1>
        @d = global i64 sub (i64 ptrtoint (ptr @b to i64), i64 ptrtoint (ptr @c to i64))
        @c = global [2 x i24] [i24 1, i24 -1]
        @v = global <2 x ptr> getelementptr (i8, <2 x ptr> <ptr @b, ptr @c>, <2 x i64> <i64 1, i64 2>)
        @e = global ptr dso_local_equivalent @f
        @n = global ptr no_cfi @f
        @u = global [2 x i32] [i32 undef, i32 5]
        @k = global ptr blockaddress(@f, %there)
        @llvm.used = appending global [1 x ptr] [ptr @u], section \"llvm.metadata\"
        define void @f(ptr %p) {
          indirectbr ptr %p, [label %there]
        there:
          ret void
        }";
    let module = load_ll("odd_constants", text);
    let (b, c) = (global(&module, "b").address, global(&module, "c").address);
    assert_eq!(global(&module, "b").bytes, [0b1000_1101]);
    let difference = b.wrapping_sub(c).to_le_bytes();
    assert_eq!(global(&module, "d").bytes, difference);
    assert_eq!(global(&module, "c").bytes, [1, 0, 0, 0, 0xff, 0xff, 0xff]);
    assert_eq!(global(&module, "v").bytes[..8], (b + 1).to_le_bytes());
    assert_eq!(
        global(&module, "v").bytes[8..],
        (c + 2).to_le_bytes()[..global(&module, "v").bytes.len() - 8]
    );
    let f = find(&module, "f");
    assert_eq!(global(&module, "e").bytes, f.1.address.to_le_bytes()[..6]);
    assert_eq!(global(&module, "n").bytes, global(&module, "e").bytes);
    assert_eq!(global(&module, "u").bytes, [0, 0, 0, 0, 5]);
    assert_eq!(module.block_addresses, [(f.0, BlockId(1))]);
    assert_eq!(
        global(&module, "k").bytes,
        address::of_block(0).to_le_bytes()[..6]
    );
    assert!(module.globals.iter().all(|g| !g.name.starts_with("llvm.")));
}

#[test]
fn constructors_run_by_priority() {
    let source = "
        volatile int n;
        __attribute__((constructor)) void last(void) { n++; }
        __attribute__((constructor(200))) void second(void) { n++; }
        __attribute__((constructor(101))) void first(void) { n++; }
        __attribute__((destructor)) void d_first(void) { n++; }
        __attribute__((destructor(101))) void d_last(void) { n++; }
        int main(void) { return 0; }";
    let path = file("constructors", "a.c", source);
    let module = load_files(&[path], &LoadOptions::default());
    let names = |ids: &[FuncId]| -> Vec<String> {
        ids.iter()
            .map(|id| module.functions[id.index()].name.clone())
            .collect()
    };
    assert_eq!(names(&module.constructors), ["first", "second", "last"]);
    assert_eq!(names(&module.destructors), ["d_first", "d_last"]);
}

#[test]
fn locations_know_what_was_inlined_where() {
    let source = "int g;\n\
        static inline __attribute__((always_inline)) int inner(int x) {\n\
          return x / g;\n\
        }\n\
        int main(int c, char **v) {\n\
          return inner(c);\n\
        }\n";
    let path = file("locations", "a.c", source);
    let module = load_files(&[path], &LoadOptions::default());
    let (_, main) = find(&module, "main");
    let at = main
        .code
        .iter()
        .position(|i| {
            matches!(
                i,
                Inst::Bin {
                    op: BinOp::SDiv,
                    ..
                }
            )
        })
        .unwrap();
    let loc = module.locs[main.locs[at].index()];
    assert_eq!((loc.line, loc.column), (3, 10));
    assert_eq!(module.scope_names[loc.scope as usize], "inner");
    let outer = module.locs[loc.inlined_at.unwrap().index()];
    assert_eq!(outer.line, 6);
    assert_eq!(module.scope_names[outer.scope as usize], "main");
    assert_eq!(outer.inlined_at, None);
    assert!(module.files[loc.file.index()].path.ends_with("a.c"));
    assert_eq!(module.locs[main.loc.unwrap().index()].line, 5);
    assert_eq!(module.locs[global(&module, "g").loc.index()].line, 1);
}

#[test]
fn thread_locals_are_plain_variables() {
    let path = file(
        "thread_locals",
        "a.c",
        "_Thread_local int t = 4; int main(void) { return t; }",
    );
    let module = load_files(&[path], &LoadOptions::default());
    assert_eq!(global(&module, "t").bytes, [4]);
    let address = global(&module, "t").address;
    assert!(body(&module, "main").contains(&format!("load i32 [{address:#x}]")));
}

#[test]
fn weak_symbols_that_nobody_defines_are_null() {
    let source = "extern int v __attribute__((weak)); void f(void) __attribute__((weak)); void g(void) __attribute__((weak));
        void *all[] = { &v, f, g }; int main(void) { if (f) f(); return all[0] == 0; }";
    let path = file("weak", "a.c", source);
    let options = LoadOptions {
        provided: ["g".to_owned()].into(),
        ..LoadOptions::default()
    };
    let module = load_files(&[path], &options);
    let bytes = &global(&module, "all").bytes;
    assert_eq!(bytes[..16], [0; 16]);
    assert_eq!(
        bytes[16..],
        find(&module, "g").1.address.to_le_bytes()[..bytes.len() - 16]
    );
}
