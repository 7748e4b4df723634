//! What each family of instructions is lowered to.

mod common;

use common::*;
use pleach_ir::*;

#[test]
fn arithmetic_keeps_its_flags() {
    check(
        "arithmetic",
        "define i32 @f(i32 %a, i32 %b) {
           %x = add nsw i32 %a, %b
           %y = shl nuw nsw i32 %x, 3
           %z = sdiv exact i32 %y, %b
           %w = mul i32 %z, -1
           ret i32 %w
         }",
        "b0:
         r2 = add nsw i32 r0, r1
         r3 = shl nsw nuw i32 r2, 3
         r4 = sdiv exact i32 r3, r1
         r5 = mul i32 r4, 0xffffffff
         return r5",
    );
}

#[test]
fn comparisons_and_casts() {
    check(
        "casts",
        "define i1 @f(i8 %a, ptr %p, double %d) {
           %w = sext i8 %a to i65
           %n = trunc i65 %w to i7
           %i = ptrtoint ptr %p to i64
           %s = ptrtoint ptr %p to i32
           %q = inttoptr i32 %s to ptr
           %g = fptosi double %d to i64
           %h = fptrunc double %d to float
           %c = icmp ule ptr %p, %q
           %e = fcmp ueq double %d, 0.5
           %r = and i1 %c, %e
           ret i1 %r
         }",
        "b0:
         r3 = sext i8 r0 to i65
         r4 = trunc i65 r3 to i7
         r5 = trunc i64 r1 to i32
         r6 = zext i32 r5 to i64
         r7 = ftos 64 r2 to 64
         r8 = fconv 64 r2 to 32
         r9 = cmp ule i64 r1, r6
         r10 = fcmp ueq f64 r2, 0x3fe0000000000000
         r11 = and i1 r9, r10
         return r11",
    );
}

#[test]
fn phis_become_moves_and_cycles_use_a_spare() {
    check(
        "phis",
        "define i32 @f(i1 %c) {
         entry:
           br label %loop
         loop:
           %a = phi i32 [ 1, %entry ], [ %b, %loop ]
           %b = phi i32 [ 2, %entry ], [ %a, %loop ]
           br i1 %c, label %loop, label %done
         done:
           ret i32 %a
         }",
        "b0:
         jump b1[r1 = 1, r2 = 2]
         b1:
         branch r0 ? b1[r3 = r1, r1 = r2, r2 = r3] : b2
         b2:
         return r1",
    );
}

#[test]
fn switches_share_edges_and_are_sorted() {
    check(
        "switch",
        "define i32 @f(i8 %x) {
         entry:
           switch i8 %x, label %other [ i8 -1, label %one i8 3, label %one i8 7, label %two ]
         one:
           %p = phi i32 [ 10, %entry ], [ 10, %entry ]
           ret i32 %p
         two:
           ret i32 2
         other:
           ret i32 3
         }",
        "b0:
         switch i8 r0 { 3 => b2[r1 = 10], 7 => b3, 255 => b2[r1 = 10], else b1 }
         b1:
         return 3
         b2:
         return r1
         b3:
         return 2",
    );
}

#[test]
fn addresses_are_folded() {
    check(
        "addresses",
        "%t = type { i8, [4 x { i16, i32 }], ptr }
         @g = global [10 x i32] zeroinitializer
         define ptr @f(ptr %p, i64 %i, i32 %j) {
           %a = getelementptr %t, ptr %p, i64 %i, i32 1, i32 %j, i32 1
           %b = getelementptr i8, ptr %a, i64 0
           %c = getelementptr [10 x i32], ptr @g, i64 0, i64 3
           store i32 1, ptr %c
           %d = getelementptr [10 x i32], ptr @g, i64 0, i64 %i
           store i32 2, ptr %d
           ret ptr %b
         }",
        "b0:
         r3 = r0 + 8 + i64 r1 * 48
         r4 = r3 + 0 + i32 r2 * 8
         store i32 [0x10400000c] = 1
         r5 = 0x104000000 + 0 + i64 r1 * 4
         store i32 [r5] = 2
         return r4",
    );
}

#[test]
fn aggregates_are_flattened() {
    check(
        "aggregates",
        "define { i32, [2 x i64] } @f(ptr %p, i64 %x) {
           %v = load { i32, [2 x i64] }, ptr %p
           %w = insertvalue { i32, [2 x i64] } %v, i64 %x, 1, 1
           %e = extractvalue { i32, [2 x i64] } %w, 1
           store [2 x i64] %e, ptr %p
           %u = freeze { i32, [2 x i64] } %w
           ret { i32, [2 x i64] } %u
         }",
        "b0:
         r2 = load i32 [r0]
         r3 = r0 + 8
         r4 = load i64 [r3]
         r5 = r0 + 16
         r6 = load i64 [r5]
         store i64 [r0] = r4
         r7 = r0 + 8
         store i64 [r7] = r1
         r8 = i32 r2
         r9 = i64 r4
         r10 = i64 r1
         return r8, r9, r10",
    );
}

#[test]
fn vectors_are_flattened_and_bits_packed() {
    check(
        "vectors",
        "define i4 @f(ptr %p, <4 x i16> %a, <4 x i16> %b) {
           %c = icmp sgt <4 x i16> %a, %b
           store <4 x i1> %c, ptr %p
           %s = shufflevector <4 x i16> %a, <4 x i16> %b, <2 x i32> <i32 1, i32 6>
           store <2 x i16> %s, ptr %p
           %w = bitcast <4 x i16> %a to <2 x i32>
           %e = extractelement <2 x i32> %w, i32 1
           store i32 %e, ptr %p
           %m = bitcast <4 x i1> %c to i4
           ret i4 %m
         }",
        "b0:
         r9 = cmp sgt i16 r1, r5
         r10 = cmp sgt i16 r2, r6
         r11 = cmp sgt i16 r3, r7
         r12 = cmp sgt i16 r4, r8
         r13 = concat i1 r9, r10, r11, r12
         store i4 [r0] = r13
         store i16 [r0] = r2
         r14 = r0 + 2
         store i16 [r14] = r7
         r15 = concat i16 r1, r2
         r16 = concat i16 r3, r4
         store i32 [r0] = r16
         r17 = concat i1 r9, r10, r11, r12
         return r17",
    );
}

#[test]
fn calls_end_their_block() {
    check(
        "calls",
        "declare i32 @printf(ptr, ...)
         declare void @big(ptr byval({ i64, i64, i64 }) align 16)
         define i32 @f(ptr %p, double %d, x86_fp80 %l) {
           %r = call i32 (ptr, ...) @printf(ptr %p, double %d, x86_fp80 %l, <2 x float> zeroinitializer)
           call void @big(ptr byval({ i64, i64, i64 }) align 16 %p)
           %q = load ptr, ptr %p
           %s = call i32 %q(i32 %r)
           ret i32 %s
         }",
        "b0:
         r3 = concat i32 0, 0
         r4 = call printf(i64 r0, ..., f64 r1, f80 r2, f64 r3) then b1
         b1: (goes on)
         call big(i64 r0 byval) then b2
         b2: (goes on)
         r5 = load i64 [r0]
         r6 = call [r5](i32 r4) then b3
         b3: (goes on)
         return r6",
    );
    let module = load_ll(
        "by_value",
        "define void @f(i32 %x, ptr byval({ i64, i32 }) align 16 %p) { ret void }",
    );
    let params = &find(&module, "f").1.params;
    assert_eq!(
        params[1].by_value,
        Some(ByValue {
            size: 16,
            align: 16
        })
    );
}

#[test]
fn aliases_and_constant_expressions_are_called_directly() {
    check(
        "aliases",
        "@a = alias void (), ptr @t
         define internal void @t() { ret void }
         define void @f() {
           call void @a()
           call void inttoptr (i64 ptrtoint (ptr @t to i64) to ptr)()
           ret void
         }",
        "b0:
         call t() then b1
         b1: (goes on)
         call t() then b2
         b2: (goes on)
         return",
    );
}

#[test]
fn atomics_are_plain_sequences() {
    check(
        "atomics",
        "define { i32, i1 } @f(ptr %p, i32 %v) {
           %a = atomicrmw nand ptr %p, i32 %v seq_cst
           %b = atomicrmw uinc_wrap ptr %p, i32 %a seq_cst
           fence seq_cst
           %c = cmpxchg ptr %p, i32 %b, i32 %v seq_cst monotonic
           ret { i32, i1 } %c
         }",
        "b0:
         r2 = load i32 [r0]
         r3 = and i32 r2, r1
         r4 = xor i32 r3, 0xffffffff
         store i32 [r0] = r4
         r5 = load i32 [r0]
         r6 = cmp uge i32 r5, r2
         r7 = add i32 r5, 1
         r8 = select i32 r6 ? 0 : r7
         store i32 [r0] = r8
         r9 = load i32 [r0]
         r10 = cmp eq i32 r9, r5
         r11 = select i32 r10 ? r1 : r9
         store i32 [r0] = r11
         return r9, r10",
    );
}

#[test]
fn masked_stores_branch_where_the_mask_is_unknown() {
    check(
        "masked",
        "declare void @llvm.masked.store.v2i32.p0(<2 x i32>, ptr, i32, <2 x i1>)
         define void @f(ptr %p, <2 x i32> %v, <2 x i1> %m) {
           call void @llvm.masked.store.v2i32.p0(<2 x i32> %v, ptr %p, i32 4, <2 x i1> <i1 1, i1 0>)
           call void @llvm.masked.store.v2i32.p0(<2 x i32> %v, ptr %p, i32 4, <2 x i1> %m)
           ret void
         }",
        "b0:
         store i32 [r0] = r1
         r5 = r0 + 4
         branch r3 ? b1 : b2
         b1: (goes on)
         store i32 [r0] = r1
         jump b2
         b2: (goes on)
         r6 = r0 + 4
         branch r4 ? b3 : b4
         b3: (goes on)
         store i32 [r6] = r2
         jump b4
         b4: (goes on)
         return",
    );
}

#[test]
fn exceptions() {
    let module = load_ll(
        "exceptions",
        "@ti = external constant ptr
         declare i32 @__gxx_personality_v0(...)
         declare i32 @may_throw()
         declare i32 @llvm.eh.typeid.for.p0(ptr)
         define i32 @f() personality ptr @__gxx_personality_v0 {
           %r = invoke i32 @may_throw() to label %ok unwind label %bad
         ok:
           %p = phi i32 [ %r, %0 ]
           ret i32 %p
         bad:
           %l = landingpad { ptr, i32 } cleanup catch ptr @ti filter [1 x ptr] [ptr @ti]
           %s = extractvalue { ptr, i32 } %l, 1
           %t = call i32 @llvm.eh.typeid.for.p0(ptr @ti)
           %c = icmp eq i32 %s, %t
           br i1 %c, label %caught, label %on
         caught:
           ret i32 -1
         on:
           resume { ptr, i32 } %l
         }",
    );
    let expected = "b0:
r0 = call may_throw() then b1[r1 = r0] unwind b2
b1:
return r1
b2:
r2, r3 = landingpad cleanup [Catch { type_info: 4294967328, selector: 1 }, Filter { type_infos: [4294967328], selector: -2 }]
r4 = cmp eq i32 r3, 1
branch r4 ? b3 : b4
b3:
return 0xffffffff
b4:
resume r2, r3";
    assert_eq!(body(&module, "f"), expected);
}

#[test]
fn inline_assembly() {
    check(
        "asm",
        "define i32 @f(i32 %x) {
           call void asm sideeffect \"\", \"~{memory}\"()
           %a = call i32 asm \"\", \"=r,0\"(i32 %x)
           %b = call i32 asm \"bswap $0\", \"=r,0,~{flags}\"(i32 %a)
           %c = call i32 asm \"roll $$8, $0\", \"=r,0,~{flags}\"(i32 %b)
           %d = call i32 asm sideeffect \"rdrand $0\", \"=r\"()
           ret i32 %c
         }",
        "b0:
         r1 = byteswap i32 r0
         r2 = shl i32 r1, 8
         r3 = lshr i32 r1, 24
         r4 = or i32 r2, r3
         asm \"rdrand $0\" \"=r\"",
    );
}

#[test]
fn what_is_unknown_is_reported_only_where_it_runs() {
    check(
        "unknown",
        "declare i64 @llvm.read_register.i64(metadata)
         declare i32 @llvm.vscale.i32()
         define i64 @f(i1 %c) {
           br i1 %c, label %a, label %b
         a:
           %r = call i64 @llvm.read_register.i64(metadata !0)
           %s = add i64 %r, 1
           br label %d
         d:
           ret i64 %s
         b:
           %v = call i32 @llvm.vscale.i32()
           ret i64 0
         }
         !0 = !{!\"rsp\"}",
        "b0:
         branch r0 ? b1 : b3
         b1:
         unsupported intrinsic llvm.read_register.i64
         b2:
         return undef
         b3:
         unsupported intrinsic llvm.vscale.i32",
    );
}

#[test]
fn an_ifunc_asks_its_resolver() {
    check(
        "ifunc",
        "@f = ifunc i32 (i32), ptr @resolve
         define internal ptr @resolve() { ret ptr @real }
         define internal i32 @real(i32 %x) { ret i32 %x }",
        "b0:
         r1 = call resolve() then b1
         b1: (goes on)
         r2 = call [r1](i32 r0) then b2
         b2: (goes on)
         return r2",
    );
}

#[test]
fn wide_and_extended_constants_are_exact() {
    let module = load_ll(
        "wide",
        "define { i128, x86_fp80, fp128, half, float } @f() {
           ret { i128, x86_fp80, fp128, half, float } { i128 -170141183460469231731687303715884105728,
             x86_fp80 0xK3FFF8000000000000001, fp128 0xL00000000000000013FFF000000000000,
             half 0xH3C00, float 0x7FF4000000000000 }
         }",
    );
    let consts = &find(&module, "f").1.consts;
    assert_eq!(
        consts[0],
        Const::Wide {
            width: 128,
            limbs: [0, 1 << 63].into()
        }
    );
    assert_eq!(
        consts[1],
        Const::Wide {
            width: 80,
            limbs: [0x8000_0000_0000_0001, 0x3fff].into()
        }
    );
    assert_eq!(
        consts[2],
        Const::Wide {
            width: 128,
            limbs: [1, 0x3fff_0000_0000_0000].into()
        }
    );
    assert_eq!(
        consts[3],
        Const::Int {
            width: 16,
            bits: 0x3c00
        }
    );
    // A signalling NaN stays one.
    assert_eq!(
        consts[4],
        Const::Int {
            width: 32,
            bits: 0x7fa0_0000
        }
    );
}
