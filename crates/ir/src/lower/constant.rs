//! Constants, constant expressions included, folded to bits: addresses of
//! globals and functions are known before any constant is read.

use llvm_sys::{LLVMOpcode, LLVMValueKind};

use super::types::{Kind, Piece};
use super::{Lowered, Lowering, Unsupported, bits};
use crate::llvm::{Type, Value};
use crate::{Const, address};

impl Lowering<'_> {
    /// The scalars of a constant.
    pub fn constant(&mut self, value: Value) -> Lowered<Vec<Const>> {
        use LLVMValueKind::*;
        let ty = value.ty();
        match value.kind() {
            LLVMUndefValueValueKind | LLVMPoisonValueKind => Ok(self
                .widths(ty)?
                .into_iter()
                .map(|width| Const::Undef { width })
                .collect()),
            LLVMConstantAggregateZeroValueKind | LLVMConstantPointerNullValueKind => Ok(self
                .widths(ty)?
                .into_iter()
                .map(|width| bits::int(width, 0))
                .collect()),
            LLVMConstantIntValueKind | LLVMConstantFPValueKind => self.number(value),
            LLVMConstantArrayValueKind
            | LLVMConstantStructValueKind
            | LLVMConstantVectorValueKind
            | LLVMConstantDataArrayValueKind
            | LLVMConstantDataVectorValueKind => self.elements(value),
            LLVMConstantExprValueKind => self.expression(value),
            LLVMConstantPtrAuthValueKind => self.constant(value.signed_pointer()),
            _ => Ok(vec![bits::int(64, self.address_of(value)?)]),
        }
    }

    /// A constant that is one scalar.
    pub fn constant_scalar(&mut self, value: Value) -> Lowered<Const> {
        let mut all = self.constant(value)?;
        match all.pop() {
            Some(one) if all.is_empty() => Ok(one),
            _ => Err(unknown(value)),
        }
    }

    /// The address that a constant pointer has; `None` if it is undefined.
    pub fn constant_address(&mut self, value: Value) -> Lowered<Option<u64>> {
        Ok(match self.constant_scalar(value)? {
            Const::Int { bits, .. } => Some(bits),
            _ => None,
        })
    }

    fn number(&mut self, value: Value) -> Lowered<Vec<Const>> {
        let ty = value.ty();
        // A splat: one number for all elements of a vector.
        if ty.is_vector() {
            return match value.element(0) {
                Some(_) => self.elements(value),
                None => Err(unknown(value)),
            };
        }
        let scalar = super::types::scalar_of(ty)?;
        let integer = match scalar.kind {
            Kind::Float | Kind::BFloat => value.bits_of_float(scalar.width),
            Kind::Int | Kind::Pointer => value,
        };
        if !integer.is_int_constant() {
            return Err(unknown(value));
        }
        if scalar.width <= 64 {
            return Ok(vec![bits::int(scalar.width, integer.int_value())]);
        }
        // The C interface reads at most 64 bits, the printed form has them all.
        let text = integer.text();
        let digits = text.split_whitespace().nth(1).unwrap_or_default();
        match digits {
            "true" | "false" => Err(unknown(value)),
            digits => Ok(vec![
                bits::parse_decimal(digits, scalar.width).ok_or_else(|| unknown(value))?,
            ]),
        }
    }

    fn elements(&mut self, value: Value) -> Lowered<Vec<Const>> {
        // Refuses what is too large before anything is built.
        self.flat(value.ty())?;
        let mut all = Vec::new();
        for i in 0..value.ty().count() as u32 {
            let element = value.element(i).ok_or_else(|| unknown(value))?;
            all.extend(self.constant(element)?);
        }
        Ok(all)
    }

    /// Globals and what stands for them.
    fn address_of(&mut self, value: Value) -> Lowered<u64> {
        use LLVMValueKind::*;
        if let Some(&address) = self.addresses.get(&value) {
            return Ok(address);
        }
        match value.kind() {
            LLVMGlobalAliasValueKind => {
                let aliasee = self.constant_address(value.aliasee())?;
                let address = aliasee.ok_or_else(|| unknown(value))?;
                self.addresses.insert(value, address);
                Ok(address)
            }
            LLVMBlockAddressValueKind => {
                let (function, block) = value.block_address();
                Ok(address::of_block(self.block_number(function, block)))
            }
            // dso_local_equivalent and no_cfi, which the C interface cannot name.
            LLVMInstructionValueKind if value.is_constant() && value.operand_count() == 1 => {
                let global = value.operand(0);
                self.address_of(global)
            }
            _ => Err(unknown(value)),
        }
    }

    fn expression(&mut self, value: Value) -> Lowered<Vec<Const>> {
        use LLVMOpcode::*;
        let ty = value.ty();
        match value.const_opcode() {
            LLVMGetElementPtr => self.gep_expression(value),
            LLVMPtrToInt | LLVMPtrToAddr | LLVMIntToPtr | LLVMTrunc => {
                let widths = self.widths(ty)?;
                let from = self.constant(value.operand(0))?;
                Ok(from
                    .iter()
                    .zip(widths)
                    .map(|(c, width)| bits::resize(c, width))
                    .collect())
            }
            LLVMBitCast | LLVMAddrSpaceCast => {
                let widths = self.widths(ty)?;
                let from = self.constant(value.operand(0))?;
                Ok(bits::repack(&from, &widths))
            }
            op @ (LLVMAdd | LLVMSub | LLVMXor) => {
                let a = self.constant(value.operand(0))?;
                let b = self.constant(value.operand(1))?;
                let fold =
                    |(a, b): (&Const, &Const)| fold_binary(op, a, b).ok_or_else(|| unknown(value));
                a.iter().zip(&b).map(fold).collect()
            }
            LLVMExtractElement => {
                let vector = self.constant(value.operand(0))?;
                let index = self.constant_index(value.operand(1), value)?;
                Ok(vec![
                    vector.get(index).cloned().ok_or_else(|| unknown(value))?,
                ])
            }
            LLVMInsertElement => {
                let mut vector = self.constant(value.operand(0))?;
                let element = self.constant_scalar(value.operand(1))?;
                let index = self.constant_index(value.operand(2), value)?;
                *vector.get_mut(index).ok_or_else(|| unknown(value))? = element;
                Ok(vector)
            }
            LLVMShuffleVector => {
                let mut both = self.constant(value.operand(0))?;
                both.extend(self.constant(value.operand(1))?);
                let width = self.widths(ty.element())?.first().copied().unwrap_or(0);
                let pick = |index: Option<u32>| match index {
                    Some(i) => both.get(i as usize).cloned().ok_or_else(|| unknown(value)),
                    None => Ok(Const::Undef { width }),
                };
                value.shuffle_mask().into_iter().map(pick).collect()
            }
            _ => Err(unknown(value)),
        }
    }

    fn constant_index(&mut self, index: Value, whole: Value) -> Lowered<usize> {
        match self.constant_scalar(index)? {
            Const::Int { bits, .. } => Ok(usize::try_from(bits).unwrap_or(usize::MAX)),
            _ => Err(unknown(whole)),
        }
    }

    fn gep_expression(&mut self, value: Value) -> Lowered<Vec<Const>> {
        let lanes = if value.ty().is_vector() {
            value.ty().count() as usize
        } else {
            1
        };
        let mut addresses = broadcast(self.constant(value.operand(0))?, lanes);
        let indices: Vec<Value> = value.operands().skip(1).collect();
        for step in self.gep_steps(value.gep_source_type(), &indices)? {
            match step {
                GepStep::Fixed(offset) => add_to_all(&mut addresses, &vec![Some(offset); lanes]),
                GepStep::Scaled { index, scale } => {
                    let index = broadcast(self.constant(index)?, lanes);
                    let offsets: Vec<Option<i64>> = index
                        .iter()
                        .map(|i| bits::as_i64(i).map(|i| i.wrapping_mul(scale)))
                        .collect();
                    add_to_all(&mut addresses, &offsets);
                }
            }
        }
        Ok(addresses)
    }

    /// What each index of a GEP adds, outermost first.
    pub fn gep_steps(&mut self, source: Type, indices: &[Value]) -> Lowered<Vec<GepStep>> {
        let mut steps = Vec::new();
        let mut ty = source;
        for (i, &index) in indices.iter().enumerate() {
            if i > 0 && ty.is_struct() {
                // A vector GEP may give the field once per lane; all are the same.
                let field = if index.ty().is_vector() {
                    index.element(0).unwrap_or(index)
                } else {
                    index
                };
                let field = field.int_value() as u32;
                steps.push(GepStep::Fixed(self.layout.field_offset(ty, field) as i64));
                ty = ty.field(field);
                continue;
            }
            if i > 0 {
                ty = ty.element();
            }
            if ty.kind() == llvm_sys::LLVMTypeKind::LLVMScalableVectorTypeKind {
                return Err(Unsupported(format!("an offset in {}", ty.text())));
            }
            let scale = self.layout.alloc_size(ty) as i64;
            if index.is_int_constant() && !index.ty().is_vector() {
                let constant = self.constant_scalar(index)?;
                let at =
                    bits::as_i64(&constant).unwrap_or_else(|| bits::limbs_of(&constant)[0] as i64);
                steps.push(GepStep::Fixed(at.wrapping_mul(scale)));
            } else {
                steps.push(GepStep::Scaled { index, scale });
            }
        }
        Ok(steps)
    }

    /// Writes a constant as it lies in memory. `out` starts out zero.
    pub fn render(&mut self, value: Value, out: &mut [u8]) -> Lowered<()> {
        use LLVMValueKind::*;
        let ty = value.ty();
        if value.is_undef() || value.is_null() {
            return Ok(());
        }
        match value.kind() {
            LLVMConstantDataArrayValueKind => {
                let raw = value.raw_data();
                let count = raw.len().min(out.len());
                out[..count].copy_from_slice(&raw[..count]);
                Ok(())
            }
            LLVMConstantArrayValueKind => {
                let stride = self.layout.alloc_size(ty.element()) as usize;
                for i in 0..ty.count() as u32 {
                    let element = value.element(i).ok_or_else(|| unknown(value))?;
                    self.render(
                        element,
                        out.get_mut(i as usize * stride..).unwrap_or_default(),
                    )?;
                }
                Ok(())
            }
            LLVMConstantStructValueKind => {
                for i in 0..ty.count() as u32 {
                    let offset = self.layout.field_offset(ty, i) as usize;
                    let element = value.element(i).ok_or_else(|| unknown(value))?;
                    self.render(element, out.get_mut(offset..).unwrap_or_default())?;
                }
                Ok(())
            }
            _ => self.render_scalars(value, out),
        }
    }

    fn render_scalars(&mut self, value: Value, out: &mut [u8]) -> Lowered<()> {
        let flat = self.flat(value.ty())?;
        let scalars = self.constant(value)?;
        let mut rest = &scalars[..];
        for piece in &flat.pieces {
            let (offset, constant);
            match *piece {
                Piece::One { offset: at, .. } => {
                    offset = at;
                    constant = rest[0].clone();
                    rest = &rest[1..];
                }
                Piece::Packed {
                    offset: at,
                    width,
                    count,
                } => {
                    offset = at;
                    let (parts, others) = rest.split_at(count as usize);
                    constant = bits::repack(parts, &[width * count]).remove(0);
                    rest = others;
                }
            }
            bits::write_bytes(
                &constant,
                out.get_mut(offset as usize..).unwrap_or_default(),
            );
        }
        Ok(())
    }
}

/// One index of a GEP.
pub enum GepStep {
    Fixed(i64),
    Scaled { index: Value, scale: i64 },
}

fn unknown(value: Value) -> Unsupported {
    Unsupported(format!("constant {}", value.text()))
}

fn broadcast(mut scalars: Vec<Const>, lanes: usize) -> Vec<Const> {
    if scalars.len() == 1 && lanes > 1 {
        scalars = vec![scalars[0].clone(); lanes];
    }
    scalars
}

fn add_to_all(addresses: &mut [Const], offsets: &[Option<i64>]) {
    for (address, offset) in addresses.iter_mut().zip(offsets) {
        *address = match (&*address, offset) {
            (Const::Int { bits, .. }, Some(offset)) => {
                bits::int(64, bits.wrapping_add_signed(*offset))
            }
            _ => Const::Undef { width: 64 },
        };
    }
}

fn fold_binary(op: LLVMOpcode, a: &Const, b: &Const) -> Option<Const> {
    let width = bits::width_of(a);
    match (a, b) {
        (Const::Int { bits: a, .. }, Const::Int { bits: b, .. }) => {
            let value = match op {
                LLVMOpcode::LLVMAdd => a.wrapping_add(*b),
                LLVMOpcode::LLVMSub => a.wrapping_sub(*b),
                _ => a ^ b,
            };
            Some(bits::int(width, value))
        }
        (Const::Undef { .. }, _) | (_, Const::Undef { .. }) => Some(Const::Undef { width }),
        _ => None,
    }
}
