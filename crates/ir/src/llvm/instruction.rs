//! What only instructions can be asked, and blocks.

use llvm_sys::LLVMOpcode;
use llvm_sys::core::*;

use super::{Block, Meta, Type, Value, borrowed};

/// Instructions.
impl Value {
    pub fn opcode(self) -> LLVMOpcode {
        // SAFETY: `self` is a live instruction.
        unsafe { LLVMGetInstructionOpcode(self.0) }
    }

    /// Removes an instruction that nobody uses any more.
    pub fn erase(self) {
        // SAFETY: `self` is a live instruction without uses, and the caller forgets this handle.
        unsafe { LLVMInstructionEraseFromParent(self.0) }
    }

    pub fn is_volatile(self) -> bool {
        // SAFETY: `self` is a live access to memory.
        unsafe { LLVMGetVolatile(self.0) != 0 }
    }

    /// The block of an instruction.
    pub fn parent(self) -> Block {
        // SAFETY: `self` is a live instruction that stands in a block.
        Block(unsafe { LLVMGetInstructionParent(self.0) })
    }

    /// The instructions that use the result of this one.
    pub fn users(self) -> Vec<Value> {
        let mut all = Vec::new();
        // SAFETY: `self` is a live value, and nobody changes its list of uses during the walk.
        unsafe {
            let mut one = LLVMGetFirstUse(self.0);
            while !one.is_null() {
                all.push(Value(LLVMGetUser(one)));
                one = LLVMGetNextUse(one);
            }
        }
        all
    }

    pub fn location(self) -> Option<Meta> {
        // SAFETY: `self` is a live instruction; LLVM answers null where it has no location.
        Meta::wrap(unsafe { llvm_sys::debuginfo::LLVMInstructionGetDebugLoc(self.0) })
    }

    /// Variables that the debug records before an instruction declare, each with its place.
    pub fn declared_variables(self) -> Vec<(Value, Meta)> {
        let mut all = Vec::new();
        // SAFETY: `self` is a live instruction. The records belong to it, and nobody changes them
        // during the walk; each declares one variable with at most one place.
        unsafe {
            let mut record = LLVMGetFirstDbgRecord(self.0);
            while !record.is_null() {
                if let llvm_sys::LLVMDbgRecordKind::LLVMDbgRecordDeclare =
                    LLVMDbgRecordGetKind(record)
                {
                    let place = Value::wrap(LLVMDbgVariableRecordGetValue(record, 0));
                    let variable = Meta::wrap(LLVMDbgVariableRecordGetVariable(record));
                    all.extend(place.zip(variable));
                }
                record = LLVMGetNextDbgRecord(record);
            }
        }
        all
    }

    pub fn successors(self) -> Vec<Block> {
        // SAFETY: `self` is a live terminator with the number of successors that LLVM has just
        // said.
        unsafe {
            (0..LLVMGetNumSuccessors(self.0))
                .map(|i| Block(LLVMGetSuccessor(self.0, i)))
                .collect()
        }
    }

    /// The value of the case that leads to successor `index` (from 1).
    pub fn case_value(self, index: u32) -> Value {
        // SAFETY: `self` is a live switch with more than `index` successors, and the first, which
        // has no value, is not asked for.
        Value(unsafe { LLVMGetSwitchCaseValue(self.0, index) })
    }

    pub fn incoming(self) -> Vec<(Value, Block)> {
        // SAFETY: `self` is a live phi with the number of edges that LLVM has just said.
        unsafe {
            (0..LLVMCountIncoming(self.0))
                .map(|i| {
                    (
                        Value(LLVMGetIncomingValue(self.0, i)),
                        Block(LLVMGetIncomingBlock(self.0, i)),
                    )
                })
                .collect()
        }
    }

    pub fn int_predicate(self) -> llvm_sys::LLVMIntPredicate {
        // SAFETY: `self` is a live comparison of integers or pointers.
        unsafe { LLVMGetICmpPredicate(self.0) }
    }

    pub fn float_predicate(self) -> llvm_sys::LLVMRealPredicate {
        // SAFETY: `self` is a live comparison of floats.
        unsafe { LLVMGetFCmpPredicate(self.0) }
    }

    pub fn nsw(self) -> bool {
        // SAFETY: `self` is a live operation that can overflow.
        unsafe { LLVMGetNSW(self.0) != 0 }
    }

    pub fn nuw(self) -> bool {
        // SAFETY: `self` is a live operation that can overflow.
        unsafe { LLVMGetNUW(self.0) != 0 }
    }

    pub fn exact(self) -> bool {
        // SAFETY: `self` is a live division or right shift.
        unsafe { LLVMGetExact(self.0) != 0 }
    }

    pub fn allocated_type(self) -> Type {
        // SAFETY: `self` is a live alloca.
        Type(unsafe { LLVMGetAllocatedType(self.0) })
    }

    /// Whether address arithmetic may wrap around.
    pub fn gep_wraps(self) -> bool {
        // SAFETY: `self` is live address arithmetic, instruction or constant.
        unsafe { LLVMGEPGetNoWrapFlags(self.0) == 0 }
    }

    /// Whether address arithmetic never wraps with its indices taken as unsigned.
    pub fn gep_is_unsigned(self) -> bool {
        // SAFETY: `self` is live address arithmetic, instruction or constant.
        unsafe { LLVMGEPGetNoWrapFlags(self.0) & llvm_sys::LLVMGEPFlagNUW != 0 }
    }

    pub fn gep_source_type(self) -> Type {
        // SAFETY: `self` is live address arithmetic, instruction or constant.
        Type(unsafe { LLVMGetGEPSourceElementType(self.0) })
    }

    /// Indices of extractvalue and insertvalue.
    pub fn indices(self) -> Vec<u32> {
        // SAFETY: `self` is a live extractvalue or insertvalue; its indices are an array of `count`
        // numbers that lives as long as it, and they are copied.
        unsafe {
            let count = LLVMGetNumIndices(self.0) as usize;
            if count == 0 {
                Vec::new()
            } else {
                std::slice::from_raw_parts(LLVMGetIndices(self.0), count).to_vec()
            }
        }
    }

    /// Mask of a shuffle, instruction or constant expression; `None` is undefined.
    pub fn shuffle_mask(self) -> Vec<Option<u32>> {
        // SAFETY: `self` is a live shuffle whose mask has the length that LLVM has just said.
        unsafe {
            (0..LLVMGetNumMaskElements(self.0))
                .map(|i| u32::try_from(LLVMGetMaskValue(self.0, i)).ok())
                .collect()
        }
    }

    pub fn rmw_op(self) -> llvm_sys::LLVMAtomicRMWBinOp {
        // SAFETY: `self` is a live atomicrmw.
        unsafe { LLVMGetAtomicRMWBinOp(self.0) }
    }

    pub fn is_cleanup(self) -> bool {
        // SAFETY: `self` is a live landing pad.
        unsafe { LLVMIsCleanup(self.0) != 0 }
    }

    pub fn clauses(self) -> Vec<Value> {
        // SAFETY: `self` is a live landing pad with the number of clauses that LLVM has just said.
        unsafe {
            (0..LLVMGetNumClauses(self.0))
                .map(|i| Value(LLVMGetClause(self.0, i)))
                .collect()
        }
    }
}

/// Calls.
impl Value {
    pub fn callee(self) -> Value {
        // SAFETY: `self` is a live call or invoke.
        Value(unsafe { LLVMGetCalledValue(self.0) })
    }

    pub fn called_type(self) -> Type {
        // SAFETY: `self` is a live call or invoke.
        Type(unsafe { LLVMGetCalledFunctionType(self.0) })
    }

    pub fn args(self) -> Vec<Value> {
        // SAFETY: `self` is a live call or invoke with the number of arguments that LLVM has just
        // said.
        unsafe {
            (0..LLVMGetNumArgOperands(self.0))
                .map(|i| Value(LLVMGetArgOperand(self.0, i)))
                .collect()
        }
    }

    pub fn invoke_targets(self) -> (Block, Block) {
        // SAFETY: `self` is a live invoke, which always has both targets.
        unsafe {
            (
                Block(LLVMGetNormalDest(self.0)),
                Block(LLVMGetUnwindDest(self.0)),
            )
        }
    }

    pub fn asm_text(self) -> String {
        let mut len = 0;
        // SAFETY: `self` is live inline assembly; LLVM writes only to `len`, and `borrowed` copies
        // the text.
        let text = unsafe { LLVMGetInlineAsmAsmString(self.0, &mut len) };
        borrowed(text, len)
    }

    pub fn asm_constraints(self) -> String {
        let mut len = 0;
        // SAFETY: `self` is live inline assembly; LLVM writes only to `len`, and `borrowed` copies
        // the text.
        let text = unsafe { LLVMGetInlineAsmConstraintString(self.0, &mut len) };
        borrowed(text, len)
    }

    /// The text of a metadata string argument.
    pub fn metadata_string(self) -> Option<String> {
        let mut len = 0;
        // SAFETY: `self` is a live value; LLVM answers null unless it wraps a metadata string,
        // writes only to `len`, and `borrowed` copies the text.
        let text = unsafe { LLVMGetMDString(self.0, &mut len) };
        (!text.is_null()).then(|| borrowed(text, len as usize))
    }
}

impl Block {
    /// Where it stands.
    pub fn function(self) -> Value {
        // SAFETY: `self` is a live block that stands in a function.
        Value(unsafe { LLVMGetBasicBlockParent(self.0) })
    }

    pub fn instructions(self) -> impl Iterator<Item = Value> {
        // SAFETY: `self` is a live block; LLVM answers null where it is empty.
        let mut next = Value::wrap(unsafe { LLVMGetFirstInstruction(self.0) });
        std::iter::from_fn(move || {
            let current = next?;
            // SAFETY: `current` is live: who walks the block erases none of its instructions
            // meanwhile.
            next = Value::wrap(unsafe { LLVMGetNextInstruction(current.0) });
            Some(current)
        })
    }

    pub fn terminator(self) -> Option<Value> {
        // SAFETY: `self` is a live block; LLVM answers null where it has no terminator.
        Value::wrap(unsafe { LLVMGetBasicBlockTerminator(self.0) })
    }
}
