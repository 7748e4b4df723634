//! A small concrete machine for lowered programs, to hold the lowering against
//! what the processor does. Integers of up to 128 bits, memory, calls; no
//! floats, no exceptions. It panics on what it does not know.

use std::collections::HashMap;

use pleach_ir::*;

const PAGE: u64 = 4096;
const STACK: u64 = 0x7000_0000_0000;
const DEEPEST: usize = 200;

pub struct Machine<'m> {
    module: &'m Module,
    pages: HashMap<u64, Box<[u8]>>,
    stack: u64,
    depth: usize,
    pub steps_left: u64,
    pub output: String,
}

fn mask(width: u32) -> u128 {
    if width >= 128 {
        u128::MAX
    } else {
        (1 << width) - 1
    }
}

fn signed(value: u128, width: u32) -> i128 {
    let unused = 128 - width;
    ((value << unused) as i128) >> unused
}

/// Out of steps; the program may still be right.
#[derive(Debug)]
pub struct TooLong;

enum Next {
    Edge(EdgeId),
    Return(Vec<u128>),
}

/// Whether no value is wider than the machine's.
pub fn is_narrow(module: &Module) -> bool {
    module
        .functions
        .iter()
        .flat_map(|f| &f.code)
        .all(|inst| match inst {
            Inst::Load { width, .. } | Inst::Store { width, .. } | Inst::Bin { width, .. } => {
                *width <= 128
            }
            Inst::Concat {
                part_width, parts, ..
            } => part_width * parts.len() as u32 <= 128,
            Inst::Cast { from, to, .. } => *from.max(to) <= 128,
            _ => true,
        })
}

impl<'m> Machine<'m> {
    pub fn new(module: &'m Module) -> Machine<'m> {
        let mut machine = Machine {
            module,
            pages: HashMap::new(),
            stack: STACK,
            depth: 0,
            steps_left: 20_000_000,
            output: String::new(),
        };
        for global in &module.globals {
            for (i, &byte) in global.bytes.iter().enumerate() {
                *machine.byte(global.address + i as u64) = byte;
            }
        }
        machine
    }

    fn byte(&mut self, address: u64) -> &mut u8 {
        let page = self
            .pages
            .entry(address / PAGE)
            .or_insert_with(|| vec![0; PAGE as usize].into());
        &mut page[(address % PAGE) as usize]
    }

    pub fn load(&mut self, address: u64, width: u32) -> u128 {
        assert!(width <= 128, "load of {width} bits");
        let bytes = (0..width.div_ceil(8))
            .map(|i| u128::from(*self.byte(address + u64::from(i))) << (8 * i));
        bytes.fold(0, |all, byte| all | byte) & mask(width)
    }

    pub fn store(&mut self, address: u64, width: u32, value: u128) {
        for i in 0..width.div_ceil(8) {
            *self.byte(address + u64::from(i)) = (value >> (8 * i)) as u8;
        }
    }

    pub fn call(&mut self, id: FuncId, args: &[u128]) -> Result<Vec<u128>, TooLong> {
        let function = &self.module.functions[id.index()];
        if !function.is_defined() {
            return Ok(self.external(function, args));
        }
        assert!(self.depth < DEEPEST, "too deep");
        let stack = self.stack;
        self.depth += 1;
        let mut slots = vec![0; function.slots as usize];
        for (i, param) in function.params.iter().enumerate() {
            slots[i] = match param.by_value {
                Some(by_value) => {
                    let copy = self.allocate(by_value.size, by_value.align);
                    self.copy(copy, args[i] as u64, by_value.size);
                    u128::from(copy)
                }
                None => args[i],
            };
        }
        let mut block = BlockId(0);
        let result = loop {
            match self.block(function, block, &mut slots)? {
                Next::Return(values) => break values,
                Next::Edge(edge) => {
                    let edge = &function.edges[edge.index()];
                    for &(dst, src) in &edge.moves {
                        slots[dst.index()] = read(function, &slots, src);
                    }
                    block = edge.target;
                }
            }
        };
        self.stack = stack;
        self.depth -= 1;
        Ok(result)
    }

    fn external(&mut self, function: &Function, args: &[u128]) -> Vec<u128> {
        assert_eq!(function.name, "printf", "only printf is known");
        let mut format = String::new();
        let mut at = args[0] as u64;
        while *self.byte(at) != 0 {
            format.push(*self.byte(at) as char);
            at += 1;
        }
        assert_eq!(format.matches('%').count(), args.len() - 1);
        self.output += &format.replace("%X", &format!("{:X}", args.get(1).unwrap_or(&0)));
        vec![0]
    }

    fn allocate(&mut self, size: u64, align: u64) -> u64 {
        self.stack = self.stack.next_multiple_of(align.max(16));
        let address = self.stack;
        self.stack += size + 16;
        address
    }

    fn copy(&mut self, dst: u64, src: u64, len: u64) {
        let bytes: Vec<u8> = (0..len).map(|i| *self.byte(src + i)).collect();
        for (i, byte) in bytes.into_iter().enumerate() {
            *self.byte(dst + i as u64) = byte;
        }
    }

    fn block(
        &mut self,
        function: &Function,
        id: BlockId,
        slots: &mut [u128],
    ) -> Result<Next, TooLong> {
        let block = function.blocks[id.index()];
        self.steps_left = self
            .steps_left
            .checked_sub(u64::from(block.len))
            .ok_or(TooLong)?;
        for at in block.first..block.first + block.len {
            let inst = &function.code[at as usize];
            if let Some((dst, value)) = compute(function, slots, inst) {
                slots[dst.index()] = value;
            } else if let Some(next) = self.step(function, slots, inst)? {
                return Ok(next);
            }
        }
        panic!("a block ends without a terminator");
    }

    fn step(
        &mut self,
        function: &Function,
        slots: &mut [u128],
        inst: &Inst,
    ) -> Result<Option<Next>, TooLong> {
        let get = |slots: &[u128], operand: &Opnd| read(function, slots, *operand);
        match inst {
            Inst::Load { dst, width, addr } => {
                slots[dst.index()] = self.load(get(slots, addr) as u64, *width);
            }
            Inst::Store { width, addr, value } => {
                self.store(get(slots, addr) as u64, *width, get(slots, value));
            }
            Inst::Alloca {
                dst,
                size,
                count,
                align,
                ..
            } => {
                let size = size * get(slots, count) as u64;
                slots[dst.index()] = u128::from(self.allocate(size, *align));
            }
            Inst::MemCopy { dst, src, len, .. } => {
                self.copy(
                    get(slots, dst) as u64,
                    get(slots, src) as u64,
                    get(slots, len) as u64,
                );
            }
            Inst::MemSet {
                dst, value, len, ..
            } => {
                let (dst, value) = (get(slots, dst) as u64, get(slots, value) as u8);
                for i in 0..get(slots, len) as u64 {
                    *self.byte(dst + i) = value;
                }
            }
            Inst::Assume { cond } | Inst::Require { cond, .. } => {
                assert_eq!(get(slots, cond), 1);
            }
            Inst::Scope { .. } => {}
            Inst::StackSave { dst } => slots[dst.index()] = 0,
            Inst::StackRestore { .. } => {}
            Inst::Call(call) => {
                let id = match call.callee {
                    Callee::Direct(id) => id,
                    Callee::Indirect(target) => {
                        let address = read(function, slots, target) as u64;
                        let at = self
                            .module
                            .functions
                            .iter()
                            .position(|f| f.address == address);
                        FuncId(at.expect("a function") as u32)
                    }
                };
                let args: Vec<u128> = call.args.iter().map(|arg| get(slots, &arg.value)).collect();
                let results = self.call(id, &args)?;
                for (i, (value, width)) in results.into_iter().zip(&call.result_widths).enumerate()
                {
                    slots[call.results.index() + i] = value & mask(*width);
                }
                return Ok(Some(Next::Edge(call.next)));
            }
            Inst::Jump { edge } => return Ok(Some(Next::Edge(*edge))),
            Inst::Branch {
                cond,
                then_edge,
                else_edge,
            } => {
                let edge = if get(slots, cond) == 1 {
                    then_edge
                } else {
                    else_edge
                };
                return Ok(Some(Next::Edge(*edge)));
            }
            Inst::Switch(switch) => {
                let value = get(slots, &switch.value);
                let case = switch
                    .cases
                    .iter()
                    .find(|(index, _)| constant(&function.consts[*index as usize]) == value);
                return Ok(Some(Next::Edge(
                    case.map_or(switch.default, |(_, edge)| *edge),
                )));
            }
            Inst::Return { values } => {
                return Ok(Some(Next::Return(
                    values.iter().map(|value| get(slots, value)).collect(),
                )));
            }
            other => panic!("{}: not known here: {other:?}", function.name),
        }
        Ok(None)
    }
}

fn read(function: &Function, slots: &[u128], operand: Opnd) -> u128 {
    match operand.kind() {
        OpndKind::Slot(slot) => slots[slot.index()],
        OpndKind::Const(index) => constant(&function.consts[index as usize]),
    }
}

fn constant(constant: &Const) -> u128 {
    match constant {
        Const::Int { bits, .. } => u128::from(*bits),
        Const::Wide { width, limbs } => {
            assert!(*width <= 128);
            u128::from(limbs[0]) | u128::from(limbs[1]) << 64
        }
        Const::Undef { .. } => 0,
    }
}

/// What has no side effect.
fn compute(function: &Function, slots: &[u128], inst: &Inst) -> Option<(Slot, u128)> {
    let get = |operand: &Opnd| read(function, slots, *operand);
    Some(match inst {
        Inst::Move { dst, a, .. } => (*dst, get(a)),
        Inst::Bin {
            op,
            width,
            dst,
            a,
            b,
            ..
        } => (*dst, binary(*op, *width, get(a), get(b))),
        Inst::Un { op, width, dst, a } => (*dst, unary(*op, *width, get(a))),
        Inst::Cmp {
            pred,
            width,
            dst,
            a,
            b,
        } => (*dst, u128::from(compare(*pred, *width, get(a), get(b)))),
        Inst::Cast {
            op,
            from,
            to,
            dst,
            a,
        } => match op {
            CastOp::SExt => (*dst, signed(get(a), *from) as u128 & mask(*to)),
            CastOp::ZExt | CastOp::Trunc => (*dst, get(a) & mask(*to)),
        },
        Inst::Select {
            dst, cond, a, b, ..
        } => (*dst, if get(cond) == 1 { get(a) } else { get(b) }),
        Inst::Concat {
            dst,
            part_width,
            parts,
        } => {
            assert!(
                part_width * parts.len() as u32 <= 128,
                "concat of more than 128 bits"
            );
            let join =
                |all: u128, (i, part): (usize, &Opnd)| all | get(part) << (i as u32 * part_width);
            (*dst, parts.iter().enumerate().fold(0, join))
        }
        Inst::Extract {
            dst, a, low, width, ..
        } => (*dst, get(a) >> low & mask(*width)),
        Inst::Lea {
            dst,
            base,
            offset,
            index,
            index_width,
            scale,
        } => {
            let index = signed(get(index), *index_width) as i64;
            let address = (get(base) as u64).wrapping_add_signed(*offset);
            (
                *dst,
                u128::from(address.wrapping_add_signed(index.wrapping_mul(*scale))),
            )
        }
        Inst::Offset { dst, base, offset } => (
            *dst,
            u128::from((get(base) as u64).wrapping_add_signed(*offset)),
        ),
        _ => return None,
    })
}

fn binary(op: BinOp, width: u32, a: u128, b: u128) -> u128 {
    let (sa, sb) = (signed(a, width), signed(b, width));
    let shift = |f: fn(u128, u32) -> u128| {
        if b < u128::from(width) {
            f(a, b as u32)
        } else {
            0
        }
    };
    let fits =
        |exact: Option<i128>| exact.is_some_and(|x| signed(x as u128 & mask(width), width) == x);
    let result = match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::UDiv => a / b,
        BinOp::URem => a % b,
        BinOp::SDiv => sa.wrapping_div(sb) as u128,
        BinOp::SRem => sa.wrapping_rem(sb) as u128,
        BinOp::Shl => shift(|a, b| a << b),
        BinOp::LShr => shift(|a, b| a >> b),
        BinOp::AShr => (sa >> (b as u32).min(127)) as u128,
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::UMin => a.min(b),
        BinOp::UMax => a.max(b),
        BinOp::SMin => sa.min(sb) as u128,
        BinOp::SMax => sa.max(sb) as u128,
        BinOp::UAddSat if width < 128 => (a + b).min(mask(width)),
        BinOp::USubSat => a.saturating_sub(b),
        BinOp::UAddOverflow if width < 128 => u128::from(a + b > mask(width)),
        BinOp::USubOverflow => u128::from(b > a),
        BinOp::SAddOverflow => u128::from(!fits(sa.checked_add(sb))),
        BinOp::SSubOverflow => u128::from(!fits(sa.checked_sub(sb))),
        BinOp::SMulOverflow => u128::from(!fits(sa.checked_mul(sb))),
        BinOp::UMulOverflow => u128::from(a.checked_mul(b).is_none_or(|x| x > mask(width))),
        other => panic!("not known here: {other:?} i{width}"),
    };
    result & mask(width)
}

fn unary(op: UnOp, width: u32, a: u128) -> u128 {
    match op {
        UnOp::Popcount => u128::from(a.count_ones()),
        UnOp::LeadingZeros => u128::from(a.leading_zeros() - (128 - width)),
        UnOp::TrailingZeros => u128::from(a.trailing_zeros().min(width)),
        UnOp::ByteSwap => a.swap_bytes() >> (128 - width),
        UnOp::BitReverse => a.reverse_bits() >> (128 - width),
        UnOp::Abs => signed(a, width).wrapping_abs() as u128 & mask(width),
    }
}

fn compare(pred: Pred, width: u32, a: u128, b: u128) -> bool {
    let (sa, sb) = (signed(a, width), signed(b, width));
    match pred {
        Pred::Eq => a == b,
        Pred::Ne => a != b,
        Pred::Ult => a < b,
        Pred::Ule => a <= b,
        Pred::Ugt => a > b,
        Pred::Uge => a >= b,
        Pred::Slt => sa < sb,
        Pred::Sle => sa <= sb,
        Pred::Sgt => sa > sb,
        Pred::Sge => sa >= sb,
    }
}
