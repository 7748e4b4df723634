//! Memory, stack and variadic arguments.

use super::super::Lowered;
use super::super::function::Body;
use crate::llvm::Value;
use crate::{BinOp, CastOp, Inst, Opnd};

impl Body<'_, '_> {
    pub(super) fn memory_intrinsic(&mut self, inst: Value, base: &str) -> Lowered<bool> {
        match base {
            "memcpy" | "memcpy.inline" | "memcpy.element.unordered.atomic" => {
                self.mem_copy(inst, false)?
            }
            "memmove" | "memmove.element.unordered.atomic" => self.mem_copy(inst, true)?,
            "memset" | "memset.inline" | "memset.element.unordered.atomic" => {
                let args = inst.args();
                let (dst, value, len) = (
                    self.scalar(args[0])?,
                    self.scalar(args[1])?,
                    self.scalar(args[2])?,
                );
                let len_width = self.width(args[2])?;
                self.check_argument(inst, 0, (len, len_width))?;
                self.b.emit(Inst::MemSet {
                    dst,
                    value,
                    len,
                    len_width,
                });
            }
            "va_start" => {
                let list = self.scalar(inst.args()[0])?;
                self.b.emit(Inst::VaStart { list });
            }
            "va_end" => {
                let list = self.scalar(inst.args()[0])?;
                self.b.emit(Inst::VaEnd { list });
            }
            "va_copy" => {
                let args = inst.args();
                let (dst, src) = (self.scalar(args[0])?, self.scalar(args[1])?);
                self.b.emit(Inst::VaCopy { dst, src });
            }
            "stacksave" => {
                let dst = self.b.slot();
                self.b.emit(Inst::StackSave { dst });
                self.define(inst, vec![Opnd::slot(dst)]);
            }
            "stackrestore" => {
                let mark = self.scalar(inst.args()[0])?;
                self.b.emit(Inst::StackRestore { mark });
            }
            "thread.pointer" => self.thread_pointer(inst),
            "ptrmask" => {
                let args = inst.args();
                let width = self.width(args[1])?;
                self.lanewise(inst, &args, |body, row| {
                    // Bits above the mask's width stay.
                    let mask = body.b.resize(CastOp::SExt, width, 64, row[1]);
                    Ok(body.b.bin(BinOp::And, 64, row[0], mask))
                })?;
            }
            "load.relative" => self.load_relative(inst)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn mem_copy(&mut self, inst: Value, overlap: bool) -> Lowered<()> {
        let args = inst.args();
        let (dst, src, len) = (
            self.scalar(args[0])?,
            self.scalar(args[1])?,
            self.scalar(args[2])?,
        );
        let len_width = self.width(args[2])?;
        self.check_argument(inst, 0, (len, len_width))?;
        self.check_argument(inst, 1, (len, len_width))?;
        self.b.emit(Inst::MemCopy {
            dst,
            src,
            len,
            len_width,
            overlap,
        });
        Ok(())
    }

    fn thread_pointer(&mut self, inst: Value) {
        let result = self.library_call(super::THREAD_POINTER, &[], &[64]);
        self.define(inst, result);
    }

    /// `base + sext(*(i32 *)(base + offset))`
    fn load_relative(&mut self, inst: Value) -> Lowered<()> {
        let args = inst.args();
        let (base, offset) = (self.scalar(args[0])?, self.scalar(args[1])?);
        let width = self.width(args[1])?;
        let offset = self.b.resize(CastOp::SExt, width, 64, offset);
        let at = self.b.bin(BinOp::Add, 64, base, offset);
        let relative = self.b.load(32, at);
        let relative = self.b.resize(CastOp::SExt, 32, 64, relative);
        let result = self.b.bin(BinOp::Add, 64, base, relative);
        self.define(inst, vec![result]);
        Ok(())
    }
}
