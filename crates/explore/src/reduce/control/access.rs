//! What is done with addresses on a walk: memory is read or written there, or they are handed on.

use super::held::{Address, Held, Object, join};
use super::walk::Walker;
use pleach_ir::{Const, GlobalId, Inst, Opnd, OpndKind, Origin, bits};

impl Walker<'_> {
    pub fn held(&self, operand: Opnd) -> Option<Held> {
        self.registers.of(self.function, self.globals, operand)
    }

    pub fn either(&mut self, a: Opnd, b: Opnd) -> Option<Held> {
        let (a, b) = (self.held(a), self.held(b));
        let mut lost = Vec::new();
        let held = join(a.as_ref(), b.as_ref(), &mut |address| lost.push(address));
        lost.into_iter().for_each(|address| self.lose(address));
        held
    }

    pub fn read(&mut self, pc: u32, address: Opnd, len: Option<u64>) {
        if !self.is_inside(address, len) {
            bits::clear(&mut self.found.safe, pc as usize);
        }
    }

    pub fn write(&mut self, pc: u32, address: Opnd, len: Option<u64>) {
        if !self.is_inside(address, len) || !self.may_be_written(address) {
            bits::clear(&mut self.found.safe, pc as usize);
        }
        let held = self.held(address);
        if !held.as_ref().is_some_and(Held::is_known) {
            self.wrote_anything();
        }
        for address in held.iter().flat_map(Held::addresses) {
            self.wrote(address.object);
            // An access lies in the object that it begins in, or is an error.
            if !self.begins_inside(*address) {
                self.wrote_anything();
                self.lose(*address);
            }
        }
    }

    pub fn check_apart(&mut self, pc: u32, dst: Opnd, src: Opnd) {
        let objects = |held: Option<Held>| -> Vec<Object> {
            let held = held.iter().flat_map(|held| held.addresses().to_vec());
            held.map(|address| address.object).collect()
        };
        let (dst, src) = (objects(self.held(dst)), objects(self.held(src)));
        if dst.iter().any(|object| src.contains(object)) {
            bits::clear(&mut self.found.safe, pc as usize);
        }
    }

    pub fn is_inside(&self, address: Opnd, len: Option<u64>) -> bool {
        let (Some(held), Some(len)) = (self.held(address), len) else {
            return false;
        };
        let fits = |address: &Address| {
            let offset = u64::try_from(address.offset).ok();
            let end = offset.and_then(|offset| offset.checked_add(len));
            let size = self.size(address.object);
            size.zip(end).is_some_and(|(size, end)| end <= size)
        };
        held.is_known() && held.addresses().iter().all(fits)
    }

    pub fn begins_inside(&self, address: Address) -> bool {
        let offset = u64::try_from(address.offset).ok();
        // Where the size is not known, only the first byte is.
        let size = self.size(address.object).unwrap_or(0);
        offset.is_some_and(|offset| offset <= size)
    }

    pub fn may_be_written(&self, address: Opnd) -> bool {
        let held = self.held(address);
        let mut addresses = held.iter().flat_map(Held::addresses);
        addresses.all(|address| match address.object {
            Object::Global(id) => {
                let global = &self.module.globals[id.index()];
                !global.constant && !global.external
            }
            Object::Local(_) => true,
        })
    }

    pub fn size(&self, object: Object) -> Option<u64> {
        match object {
            Object::Global(id) => Some(self.globals.size(id)),
            Object::Local(at) => match self.function.code[at as usize] {
                Inst::Alloca { size, count, .. } => size.checked_mul(self.number(count)?),
                _ => None,
            },
        }
    }

    pub fn wrote(&mut self, object: Object) {
        self.found.writes.push((self.block, object));
    }

    pub fn wrote_anything(&mut self) {
        bits::set(&mut self.found.writes_anything, self.block as usize);
    }

    /// An address gets to where it is not followed. One that is outside of a global variable may
    /// be that of others near by.
    pub fn lose(&mut self, address: Address) {
        self.found.escapes.insert(address.object);
        if let (Object::Global(id), false) = (address.object, self.begins_inside(address)) {
            let at = self.module.globals[id.index()].address;
            let near = self.globals.near(at.wrapping_add_signed(address.offset));
            self.lose_near(near);
        }
    }

    /// Any of these may be meant. The library's code names none of the program's variables, and
    /// its own have escaped in any case.
    fn lose_near(&mut self, near: impl Iterator<Item = GlobalId>) {
        if self.function.origin == Origin::Program {
            self.found.escapes.extend(near.map(Object::Global));
        }
    }

    /// An operand gets to where it is not followed.
    pub fn escape(&mut self, operand: Opnd) {
        for address in self.held(operand).iter().flat_map(Held::addresses) {
            self.lose(*address);
        }
        if let OpndKind::Const(index) = operand.kind()
            && let Const::Wide { limbs, .. } = &self.function.consts[index as usize]
        {
            let globals = limbs.iter().filter_map(|limb| self.globals.at(*limb));
            let objects = globals.map(|(id, _)| Object::Global(id));
            self.found.escapes.extend(objects);
        }
    }

    /// An index that is not known is added to an operand. Compilers make constants of addresses and
    /// parts of an index, so a constant may become the address of another variable near by.
    pub fn index_from(&mut self, operand: Opnd) {
        self.escape(operand);
        if let OpndKind::Const(index) = operand.kind()
            && let Const::Int { width: 64, bits } = self.function.consts[index as usize]
        {
            self.lose_near(self.globals.indexed(bits));
        }
    }

    pub fn number(&self, operand: Opnd) -> Option<u64> {
        match operand.kind() {
            OpndKind::Slot(_) => None,
            OpndKind::Const(index) => match self.function.consts[index as usize] {
                Const::Int { bits, .. } => Some(bits),
                _ => None,
            },
        }
    }

    pub fn signed(&self, operand: Opnd, width: u32) -> Option<i64> {
        let bits = self.number(operand)?;
        let spare = 64u32.checked_sub(width)?;
        Some((bits << spare) as i64 >> spare)
    }
}
