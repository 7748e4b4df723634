use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMLinkage, LLVMOpcode, LLVMValueKind};

use super::{Meta, Type, borrowed, take_message};

/// A value: constant, global, argument or instruction.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Value(pub(super) LLVMValueRef);

/// A basic block.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Block(pub(super) LLVMBasicBlockRef);

unsafe extern "C" {
    // llvm-sys 221.1.2 declares the size as passed by value; it is an out parameter.
    #[link_name = "LLVMGetRawDataValues"]
    fn raw_data_values(constant: LLVMValueRef, size: *mut usize) -> *const std::ffi::c_char;
}

// SAFETY of all calls below: `self.0` is a live value of a live context, and
// each accessor is only called for the kinds of value it is meant for.
impl Value {
    pub(super) fn wrap(raw: LLVMValueRef) -> Option<Value> {
        (!raw.is_null()).then_some(Value(raw))
    }

    pub fn kind(self) -> LLVMValueKind {
        unsafe { LLVMGetValueKind(self.0) }
    }

    pub fn ty(self) -> Type {
        Type(unsafe { LLVMTypeOf(self.0) })
    }

    pub fn name(self) -> String {
        let mut len = 0;
        let text = unsafe { LLVMGetValueName2(self.0, &mut len) };
        borrowed(text, len)
    }

    pub fn set_name(self, name: &str) {
        unsafe { LLVMSetValueName2(self.0, name.as_ptr().cast(), name.len()) }
    }

    pub fn text(self) -> String {
        take_message(unsafe { LLVMPrintValueToString(self.0) })
    }

    pub fn is_constant(self) -> bool {
        unsafe { LLVMIsConstant(self.0) != 0 }
    }

    pub fn is_function(self) -> bool {
        self.kind() == LLVMValueKind::LLVMFunctionValueKind
    }

    pub fn operand(self, index: u32) -> Value {
        Value(unsafe { LLVMGetOperand(self.0, index) })
    }

    pub fn operand_count(self) -> u32 {
        unsafe { LLVMGetNumOperands(self.0) as u32 }
    }

    pub fn operands(self) -> impl Iterator<Item = Value> {
        (0..self.operand_count()).map(move |i| self.operand(i))
    }
}

/// Constants.
impl Value {
    /// The zero-extended value of an integer of at most 64 bits.
    pub fn int_value(self) -> u64 {
        unsafe { LLVMConstIntGetZExtValue(self.0) }
    }

    pub fn is_int_constant(self) -> bool {
        self.kind() == LLVMValueKind::LLVMConstantIntValueKind
    }

    pub fn is_undef(self) -> bool {
        unsafe { LLVMIsUndef(self.0) != 0 }
    }

    pub fn is_null(self) -> bool {
        unsafe { LLVMIsNull(self.0) != 0 }
    }

    pub fn element(self, index: u32) -> Option<Value> {
        Value::wrap(unsafe { LLVMGetAggregateElement(self.0, index) })
    }

    /// The bytes of a constant data array or vector, in the host's order.
    pub fn raw_data(self) -> &'static [u8] {
        let mut size = 0;
        // The context owns the bytes; callers copy them before it goes.
        unsafe {
            let start = raw_data_values(self.0, &mut size);
            if start.is_null() || size == 0 {
                &[]
            } else {
                std::slice::from_raw_parts(start.cast(), size)
            }
        }
    }

    /// The same bits as an integer constant (LLVM folds this for every float format).
    pub fn bits_of_float(self, width: u32) -> Value {
        let ty = self.ty().int_in_same_context(width);
        Value(unsafe { LLVMConstBitCast(self.0, ty.0) })
    }

    pub fn const_opcode(self) -> LLVMOpcode {
        unsafe { LLVMGetConstOpcode(self.0) }
    }

    pub fn block_address(self) -> (Value, Block) {
        unsafe {
            (
                Value(LLVMGetBlockAddressFunction(self.0)),
                Block(LLVMGetBlockAddressBasicBlock(self.0)),
            )
        }
    }

    pub fn signed_pointer(self) -> Value {
        Value(unsafe { LLVMGetConstantPtrAuthPointer(self.0) })
    }
}

/// Globals: functions, variables, aliases, ifuncs.
impl Value {
    pub fn is_declaration(self) -> bool {
        unsafe { LLVMIsDeclaration(self.0) != 0 }
    }

    pub fn linkage(self) -> LLVMLinkage {
        unsafe { LLVMGetLinkage(self.0) }
    }

    pub fn set_linkage(self, linkage: LLVMLinkage) {
        unsafe { LLVMSetLinkage(self.0, linkage) }
    }

    pub fn set_default_visibility(self) {
        unsafe { LLVMSetVisibility(self.0, llvm_sys::LLVMVisibility::LLVMDefaultVisibility) }
    }

    pub fn clear_comdat(self) {
        unsafe { llvm_sys::comdat::LLVMSetComdat(self.0, std::ptr::null_mut()) }
    }

    pub fn value_type(self) -> Type {
        Type(unsafe { LLVMGlobalGetValueType(self.0) })
    }

    /// Alignment of a global variable or an alloca; 0 if none was given.
    pub fn alignment(self) -> u64 {
        u64::from(unsafe { LLVMGetAlignment(self.0) })
    }

    pub fn initializer(self) -> Option<Value> {
        Value::wrap(unsafe { LLVMGetInitializer(self.0) })
    }

    pub fn is_constant_variable(self) -> bool {
        unsafe { LLVMIsGlobalConstant(self.0) != 0 }
    }

    pub fn aliasee(self) -> Value {
        Value(unsafe { LLVMAliasGetAliasee(self.0) })
    }

    pub fn set_aliasee(self, aliasee: Value) {
        unsafe { LLVMAliasSetAliasee(self.0, aliasee.0) }
    }

    pub fn resolver(self) -> Value {
        Value(unsafe { LLVMGetGlobalIFuncResolver(self.0) })
    }

    pub fn replace_all_uses_with(self, other: Value) {
        unsafe { LLVMReplaceAllUsesWith(self.0, other.0) }
    }

    pub fn has_uses(self) -> bool {
        unsafe { !LLVMGetFirstUse(self.0).is_null() }
    }

    pub fn set_metadata(self, kind: u32, node: Meta) {
        unsafe { LLVMGlobalSetMetadata(self.0, kind, node.0) }
    }

    /// The first attachment of this kind.
    pub fn metadata(self, kind: u32) -> Option<Meta> {
        unsafe {
            let mut count = 0;
            let entries = LLVMGlobalCopyAllMetadata(self.0, &mut count);
            let found = (0..count as u32)
                .find(|&i| LLVMValueMetadataEntriesGetKind(entries, i) == kind)
                .and_then(|i| Meta::wrap(LLVMValueMetadataEntriesGetMetadata(entries, i)));
            LLVMDisposeValueMetadataEntries(entries);
            found
        }
    }

    /// What the operands of an instruction's metadata of some kind are.
    pub fn instruction_metadata(self, kind: u32) -> Option<Vec<Value>> {
        unsafe {
            let node = LLVMGetMetadata(self.0, kind);
            if node.is_null() {
                return None;
            }
            let mut all = vec![std::ptr::null_mut(); LLVMGetMDNodeNumOperands(node) as usize];
            LLVMGetMDNodeOperands(node, all.as_mut_ptr());
            Some(all.into_iter().filter_map(Value::wrap).collect())
        }
    }

    /// Whether an instruction has metadata of this kind.
    pub fn is_marked(self, kind: u32) -> bool {
        unsafe { !LLVMGetMetadata(self.0, kind).is_null() }
    }

    pub fn subprogram(self) -> Option<Meta> {
        Meta::wrap(unsafe { llvm_sys::debuginfo::LLVMGetSubprogram(self.0) })
    }

    pub fn params(self) -> Vec<Value> {
        unsafe {
            let mut all = vec![std::ptr::null_mut(); LLVMCountParams(self.0) as usize];
            LLVMGetParams(self.0, all.as_mut_ptr());
            all.into_iter().map(Value).collect()
        }
    }

    pub fn blocks(self) -> Vec<Block> {
        unsafe {
            let mut all = vec![std::ptr::null_mut(); LLVMCountBasicBlocks(self.0) as usize];
            LLVMGetBasicBlocks(self.0, all.as_mut_ptr());
            all.into_iter().map(Block).collect()
        }
    }

    /// Value of an integer attribute of the function (`index` 0) or its parameter.
    pub fn param_attribute(self, index: u32, kind: u32) -> Option<Attribute> {
        Attribute::wrap(unsafe { LLVMGetEnumAttributeAtIndex(self.0, index + 1, kind) })
    }

    pub fn call_attribute(self, index: u32, kind: u32) -> Option<Attribute> {
        Attribute::wrap(unsafe { LLVMGetCallSiteEnumAttribute(self.0, index + 1, kind) })
    }

    pub fn remove_function_attribute(self, kind: u32) {
        unsafe {
            LLVMRemoveEnumAttributeAtIndex(self.0, llvm_sys::LLVMAttributeFunctionIndex, kind)
        }
    }
}

/// An attribute of a parameter.
#[derive(Copy, Clone)]
pub struct Attribute(LLVMAttributeRef);

impl Attribute {
    fn wrap(raw: LLVMAttributeRef) -> Option<Attribute> {
        (!raw.is_null()).then_some(Attribute(raw))
    }

    pub fn type_value(self) -> Type {
        Type(unsafe { LLVMGetTypeAttributeValue(self.0) })
    }

    pub fn int_value(self) -> u64 {
        unsafe { LLVMGetEnumAttributeValue(self.0) }
    }
}

/// Instructions.
impl Value {
    pub fn opcode(self) -> LLVMOpcode {
        unsafe { LLVMGetInstructionOpcode(self.0) }
    }

    /// Removes an instruction that nobody uses any more.
    pub fn erase(self) {
        unsafe { LLVMInstructionEraseFromParent(self.0) }
    }

    pub fn is_volatile(self) -> bool {
        unsafe { LLVMGetVolatile(self.0) != 0 }
    }

    /// The block of an instruction.
    pub fn parent(self) -> Block {
        Block(unsafe { LLVMGetInstructionParent(self.0) })
    }

    /// The instructions that use the result of this one.
    pub fn users(self) -> Vec<Value> {
        let mut all = Vec::new();
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
        Meta::wrap(unsafe { llvm_sys::debuginfo::LLVMInstructionGetDebugLoc(self.0) })
    }

    /// Variables that the debug records before an instruction declare, each with its place.
    pub fn declared_variables(self) -> Vec<(Value, Meta)> {
        let mut all = Vec::new();
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
        unsafe {
            (0..LLVMGetNumSuccessors(self.0))
                .map(|i| Block(LLVMGetSuccessor(self.0, i)))
                .collect()
        }
    }

    /// The value of the case that leads to successor `index` (from 1).
    pub fn case_value(self, index: u32) -> Value {
        Value(unsafe { LLVMGetSwitchCaseValue(self.0, index) })
    }

    pub fn incoming(self) -> Vec<(Value, Block)> {
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
        unsafe { LLVMGetICmpPredicate(self.0) }
    }

    pub fn float_predicate(self) -> llvm_sys::LLVMRealPredicate {
        unsafe { LLVMGetFCmpPredicate(self.0) }
    }

    pub fn nsw(self) -> bool {
        unsafe { LLVMGetNSW(self.0) != 0 }
    }

    pub fn nuw(self) -> bool {
        unsafe { LLVMGetNUW(self.0) != 0 }
    }

    pub fn exact(self) -> bool {
        unsafe { LLVMGetExact(self.0) != 0 }
    }

    pub fn allocated_type(self) -> Type {
        Type(unsafe { LLVMGetAllocatedType(self.0) })
    }

    /// Whether address arithmetic may wrap around.
    pub fn gep_wraps(self) -> bool {
        unsafe { LLVMGEPGetNoWrapFlags(self.0) == 0 }
    }

    /// Whether address arithmetic never wraps with its indices taken as unsigned.
    pub fn gep_is_unsigned(self) -> bool {
        unsafe { LLVMGEPGetNoWrapFlags(self.0) & llvm_sys::LLVMGEPFlagNUW != 0 }
    }

    pub fn gep_source_type(self) -> Type {
        Type(unsafe { LLVMGetGEPSourceElementType(self.0) })
    }

    /// Indices of extractvalue and insertvalue.
    pub fn indices(self) -> Vec<u32> {
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
        unsafe {
            (0..LLVMGetNumMaskElements(self.0))
                .map(|i| u32::try_from(LLVMGetMaskValue(self.0, i)).ok())
                .collect()
        }
    }

    pub fn rmw_op(self) -> llvm_sys::LLVMAtomicRMWBinOp {
        unsafe { LLVMGetAtomicRMWBinOp(self.0) }
    }

    pub fn is_cleanup(self) -> bool {
        unsafe { LLVMIsCleanup(self.0) != 0 }
    }

    pub fn clauses(self) -> Vec<Value> {
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
        Value(unsafe { LLVMGetCalledValue(self.0) })
    }

    pub fn called_type(self) -> Type {
        Type(unsafe { LLVMGetCalledFunctionType(self.0) })
    }

    pub fn args(self) -> Vec<Value> {
        unsafe {
            (0..LLVMGetNumArgOperands(self.0))
                .map(|i| Value(LLVMGetArgOperand(self.0, i)))
                .collect()
        }
    }

    pub fn invoke_targets(self) -> (Block, Block) {
        unsafe {
            (
                Block(LLVMGetNormalDest(self.0)),
                Block(LLVMGetUnwindDest(self.0)),
            )
        }
    }

    pub fn asm_text(self) -> String {
        let mut len = 0;
        let text = unsafe { LLVMGetInlineAsmAsmString(self.0, &mut len) };
        borrowed(text, len)
    }

    pub fn asm_constraints(self) -> String {
        let mut len = 0;
        let text = unsafe { LLVMGetInlineAsmConstraintString(self.0, &mut len) };
        borrowed(text, len)
    }

    /// The text of a metadata string argument.
    pub fn metadata_string(self) -> Option<String> {
        let mut len = 0;
        let text = unsafe { LLVMGetMDString(self.0, &mut len) };
        (!text.is_null()).then(|| borrowed(text, len as usize))
    }
}

impl Block {
    /// Where it stands.
    pub fn function(self) -> Value {
        Value(unsafe { LLVMGetBasicBlockParent(self.0) })
    }

    pub fn instructions(self) -> impl Iterator<Item = Value> {
        let mut next = Value::wrap(unsafe { LLVMGetFirstInstruction(self.0) });
        std::iter::from_fn(move || {
            let current = next?;
            next = Value::wrap(unsafe { LLVMGetNextInstruction(current.0) });
            Some(current)
        })
    }

    pub fn terminator(self) -> Option<Value> {
        Value::wrap(unsafe { LLVMGetBasicBlockTerminator(self.0) })
    }
}
