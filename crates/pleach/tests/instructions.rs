//! Instructions that clang does not write, and other front ends do: whole programs in LLVM's text.

mod support;

use support::{folder_with, output_of, pleach, text};

fn printed(program: &str) -> String {
    let folder = folder_with("program.ll", program.as_bytes());
    let output = output_of(pleach().arg("exec").arg(folder.path().join("program.ll")));
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// In registers, behind them, and a value of two registers where one is left.
#[test]
fn variadic_arguments_are_taken_by_instruction() {
    let program = r#"
        declare void @llvm.va_start.p0(ptr)
        declare i32 @printf(ptr, ...)
        @text = private constant [32 x i8] c"%d %d %d %d %ld %d %g %g %d %g|\00"
        define void @show(i32 %n, ...) {
          %list = alloca [24 x i8], align 16
          call void @llvm.va_start.p0(ptr %list)
          %a = va_arg ptr %list, i32
          %b = va_arg ptr %list, i32
          %c = va_arg ptr %list, i32
          %d = va_arg ptr %list, i32
          %wide = va_arg ptr %list, i128
          %high = lshr i128 %wide, 64
          %e = trunc i128 %high to i64
          %f = va_arg ptr %list, i32
          %g = va_arg ptr %list, double
          %both = va_arg ptr %list, <2 x double>
          %h = extractelement <2 x double> %both, i32 1
          %i = va_arg ptr %list, i32
          %j = va_arg ptr %list, double
          call i32 (ptr, ...) @printf(ptr @text, i32 %a, i32 %b, i32 %c, i32 %d, i64 %e, i32 %f,
                                      double %g, double %h, i32 %i, double %j)
          ret void
        }
        define i32 @main() {
          call void (i32, ...) @show(i32 0, i32 1, i32 2, i32 3, i32 4, i128 166020696663385964544,
              i32 5, double 1.5, <2 x double> <double 2.5, double 3.5>, i32 6, double 4.5)
          ret i32 0
        }"#;
    assert_eq!(printed(program), "1 2 3 4 9 5 1.5 3.5 6 4.5|");
}
