//! Elements of vectors and aggregates, and the casts between vectors and integers.

use super::Lowered;
use super::function::Body;
use crate::llvm::Value;
use crate::{Opnd, Pred};

impl Body<'_, '_> {
    /// The scalars that `extractvalue` and `insertvalue` speak of.
    fn member(&mut self, inst: Value) -> Lowered<(usize, usize)> {
        let mut ty = inst.operand(0).ty();
        let mut start = 0;
        for index in inst.indices() {
            let (at, element) = self.m.element_position(ty, index)?;
            start += at;
            ty = element;
        }
        Ok((start, self.m.flat(ty)?.scalars.len()))
    }

    pub fn extract_value(&mut self, inst: Value) -> Lowered<()> {
        let (start, count) = self.member(inst)?;
        let whole = self.value(inst.operand(0))?;
        self.define(inst, whole[start..start + count].to_vec());
        Ok(())
    }

    pub fn insert_value(&mut self, inst: Value) -> Lowered<()> {
        let (start, count) = self.member(inst)?;
        let mut whole = self.value(inst.operand(0))?;
        let part = self.value(inst.operand(1))?;
        whole.splice(start..start + count, part);
        self.define(inst, whole);
        Ok(())
    }

    pub fn extract_element(&mut self, inst: Value) -> Lowered<()> {
        let whole = self.value(inst.operand(0))?;
        let index = self.scalar(inst.operand(1))?;
        let width = self.width(inst)?;
        let result = match self.b.known_int(index) {
            Some(i) => match whole.get(i as usize) {
                Some(&element) => element,
                None => self.b.undef(width),
            },
            None => {
                let index_width = self.width(inst.operand(1))?;
                let mut result = whole[0];
                for (i, &element) in whole.iter().enumerate().skip(1) {
                    let number = self.b.int(index_width, i as u64);
                    let here = self.b.cmp(Pred::Eq, index_width, index, number);
                    result = self.b.select(width, here, element, result);
                }
                result
            }
        };
        self.define(inst, vec![result]);
        Ok(())
    }

    pub fn insert_element(&mut self, inst: Value) -> Lowered<()> {
        let mut whole = self.value(inst.operand(0))?;
        let element = self.scalar(inst.operand(1))?;
        let index = self.scalar(inst.operand(2))?;
        let width = self.width(inst.operand(1))?;
        match self.b.known_int(index) {
            Some(i) => {
                // Outside of the vector the result is poison: anything will do.
                if let Some(slot) = whole.get_mut(i as usize) {
                    *slot = element;
                }
            }
            None => {
                let index_width = self.width(inst.operand(2))?;
                for (i, old) in whole.iter_mut().enumerate() {
                    let number = self.b.int(index_width, i as u64);
                    let here = self.b.cmp(Pred::Eq, index_width, index, number);
                    *old = self.b.select(width, here, element, *old);
                }
            }
        }
        self.define(inst, whole);
        Ok(())
    }

    pub fn shuffle(&mut self, inst: Value) -> Lowered<()> {
        let mut both = self.value(inst.operand(0))?;
        both.extend(self.value(inst.operand(1))?);
        let width = self.width(inst)?;
        let undefined = self.b.undef(width);
        let pick = |index: Option<u32>| {
            index
                .and_then(|i| both.get(i as usize).copied())
                .unwrap_or(undefined)
        };
        let result = inst.shuffle_mask().into_iter().map(pick).collect();
        self.define(inst, result);
        Ok(())
    }

    /// The same bits in scalars of other widths. All scalars of one side have
    /// the same width: it is a vector or a single scalar.
    pub fn repack(&mut self, operands: Vec<Opnd>, from: &[u32], to: &[u32]) -> Vec<Opnd> {
        let (Some(&from_width), Some(&to_width)) = (from.first(), to.first()) else {
            return operands;
        };
        if from_width == to_width {
            return operands;
        }
        if to_width % from_width == 0 {
            let group = (to_width / from_width) as usize;
            return operands
                .chunks(group)
                .map(|parts| self.b.concat(from_width, parts))
                .collect();
        }
        if from_width % to_width == 0 {
            let pieces = from_width / to_width;
            let cut = |whole: Opnd| (0..pieces).map(move |i| (whole, i * to_width));
            let all: Vec<(Opnd, u32)> = operands.into_iter().flat_map(cut).collect();
            return all
                .into_iter()
                .map(|(a, low)| self.b.extract(a, from_width, low, to_width))
                .collect();
        }
        let total = from_width * operands.len() as u32;
        let whole = self.b.concat(from_width, &operands);
        (0..to.len() as u32)
            .map(|i| self.b.extract(whole, total, i * to_width, to_width))
            .collect()
    }
}
