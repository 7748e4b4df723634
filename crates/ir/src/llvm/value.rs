use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMLinkage, LLVMOpcode, LLVMValueKind, LLVMVisibility};

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

impl Value {
    pub(super) fn wrap(raw: LLVMValueRef) -> Option<Value> {
        (!raw.is_null()).then_some(Value(raw))
    }

    pub fn kind(self) -> LLVMValueKind {
        // SAFETY: `self` is a live value; every value has a kind.
        unsafe { LLVMGetValueKind(self.0) }
    }

    pub fn ty(self) -> Type {
        // SAFETY: `self` is a live value; every value has a type.
        Type(unsafe { LLVMTypeOf(self.0) })
    }

    pub fn name(self) -> String {
        let mut len = 0;
        // SAFETY: `self` is a live value; LLVM writes only to `len`, and `borrowed` copies the
        // name.
        let text = unsafe { LLVMGetValueName2(self.0, &mut len) };
        borrowed(text, len)
    }

    pub fn set_name(self, name: &str) {
        // SAFETY: `self` is a live value; LLVM copies the `name.len()` bytes.
        unsafe { LLVMSetValueName2(self.0, name.as_ptr().cast(), name.len()) }
    }

    pub fn text(self) -> String {
        // SAFETY: `self` is a live value; `take_message` owns the new string.
        take_message(unsafe { LLVMPrintValueToString(self.0) })
    }

    pub fn is_constant(self) -> bool {
        // SAFETY: `self` is a live value of any kind.
        unsafe { LLVMIsConstant(self.0) != 0 }
    }

    pub fn is_function(self) -> bool {
        self.kind() == LLVMValueKind::LLVMFunctionValueKind
    }

    pub fn operand(self, index: u32) -> Value {
        // SAFETY: `self` is a live user (instruction or constant) with more than `index` operands.
        Value(unsafe { LLVMGetOperand(self.0, index) })
    }

    pub fn operand_count(self) -> u32 {
        // SAFETY: `self` is a live user: an instruction or a constant.
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
        // SAFETY: `self` is a live integer constant of at most 64 bits.
        unsafe { LLVMConstIntGetZExtValue(self.0) }
    }

    pub fn is_int_constant(self) -> bool {
        self.kind() == LLVMValueKind::LLVMConstantIntValueKind
    }

    pub fn is_undef(self) -> bool {
        // SAFETY: `self` is a live value of any kind.
        unsafe { LLVMIsUndef(self.0) != 0 }
    }

    pub fn is_null(self) -> bool {
        // SAFETY: `self` is a live value of any kind.
        unsafe { LLVMIsNull(self.0) != 0 }
    }

    pub fn element(self, index: u32) -> Option<Value> {
        // SAFETY: `self` is a live constant; LLVM answers null where there is no such element.
        Value::wrap(unsafe { LLVMGetAggregateElement(self.0, index) })
    }

    /// The bytes of a constant data array or vector, in the host's order.
    pub fn raw_data(self) -> &'static [u8] {
        let mut size = 0;
        // SAFETY: `self` is a live constant data array or vector. The context owns its `size` bytes
        // until it goes; callers copy them before that.
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
        // SAFETY: `self` is a live float constant, and the integer type has the same width.
        Value(unsafe { LLVMConstBitCast(self.0, ty.0) })
    }

    pub fn const_opcode(self) -> LLVMOpcode {
        // SAFETY: `self` is a live constant expression.
        unsafe { LLVMGetConstOpcode(self.0) }
    }

    pub fn block_address(self) -> (Value, Block) {
        // SAFETY: `self` is a live block address, which always has a function and a block.
        unsafe {
            (
                Value(LLVMGetBlockAddressFunction(self.0)),
                Block(LLVMGetBlockAddressBasicBlock(self.0)),
            )
        }
    }

    pub fn signed_pointer(self) -> Value {
        // SAFETY: `self` is a live signed-pointer constant.
        Value(unsafe { LLVMGetConstantPtrAuthPointer(self.0) })
    }
}

/// Globals: functions, variables, aliases, ifuncs.
impl Value {
    pub fn is_declaration(self) -> bool {
        // SAFETY: `self` is a live global.
        unsafe { LLVMIsDeclaration(self.0) != 0 }
    }

    pub fn linkage(self) -> LLVMLinkage {
        // SAFETY: `self` is a live global.
        unsafe { LLVMGetLinkage(self.0) }
    }

    pub fn set_linkage(self, linkage: LLVMLinkage) {
        // SAFETY: `self` is a live global of a module that nobody else changes now.
        unsafe { LLVMSetLinkage(self.0, linkage) }
    }

    pub fn visibility(self) -> LLVMVisibility {
        // SAFETY: `self` is a live global.
        unsafe { LLVMGetVisibility(self.0) }
    }

    pub fn set_default_visibility(self) {
        // SAFETY: `self` is a live global of a module that nobody else changes now.
        unsafe { LLVMSetVisibility(self.0, llvm_sys::LLVMVisibility::LLVMDefaultVisibility) }
    }

    pub fn clear_comdat(self) {
        // SAFETY: `self` is a live function or variable; null means no comdat.
        unsafe { llvm_sys::comdat::LLVMSetComdat(self.0, std::ptr::null_mut()) }
    }

    pub fn value_type(self) -> Type {
        // SAFETY: `self` is a live global.
        Type(unsafe { LLVMGlobalGetValueType(self.0) })
    }

    /// Alignment of a global variable or an alloca; 0 if none was given.
    pub fn alignment(self) -> u64 {
        // SAFETY: `self` is a live variable, function or alloca.
        u64::from(unsafe { LLVMGetAlignment(self.0) })
    }

    pub fn initializer(self) -> Option<Value> {
        // SAFETY: `self` is a live variable; LLVM answers null where it has no initialiser.
        Value::wrap(unsafe { LLVMGetInitializer(self.0) })
    }

    pub fn is_constant_variable(self) -> bool {
        // SAFETY: `self` is a live variable.
        unsafe { LLVMIsGlobalConstant(self.0) != 0 }
    }

    pub fn aliasee(self) -> Value {
        // SAFETY: `self` is a live alias, which always has an aliasee.
        Value(unsafe { LLVMAliasGetAliasee(self.0) })
    }

    pub fn set_aliasee(self, aliasee: Value) {
        // SAFETY: `self` is a live alias and `aliasee` a live constant of the same context.
        unsafe { LLVMAliasSetAliasee(self.0, aliasee.0) }
    }

    pub fn resolver(self) -> Value {
        // SAFETY: `self` is a live ifunc, which always has a resolver.
        Value(unsafe { LLVMGetGlobalIFuncResolver(self.0) })
    }

    pub fn replace_all_uses_with(self, other: Value) {
        // SAFETY: two live values of the same context and type.
        unsafe { LLVMReplaceAllUsesWith(self.0, other.0) }
    }

    pub fn has_uses(self) -> bool {
        // SAFETY: `self` is a live value; LLVM answers null where it has no use.
        unsafe { !LLVMGetFirstUse(self.0).is_null() }
    }

    pub fn set_metadata(self, kind: u32, node: Meta) {
        // SAFETY: `self` is a live global and `node` a live node of the same context.
        unsafe { LLVMGlobalSetMetadata(self.0, kind, node.0) }
    }

    /// The first attachment of this kind.
    pub fn metadata(self, kind: u32) -> Option<Meta> {
        // SAFETY: `self` is a live global. The entries are a copy with `count` elements, which is
        // freed once, after the last look at it; the node found belongs to the context.
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
        // SAFETY: `self` is a live instruction. LLVM writes as many operands as it has said the
        // node has.
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
        // SAFETY: `self` is a live instruction; LLVM answers null where it has no such metadata.
        unsafe { !LLVMGetMetadata(self.0, kind).is_null() }
    }

    pub fn subprogram(self) -> Option<Meta> {
        // SAFETY: `self` is a live function; LLVM answers null where it has no debug information.
        Meta::wrap(unsafe { llvm_sys::debuginfo::LLVMGetSubprogram(self.0) })
    }

    pub fn params(self) -> Vec<Value> {
        // SAFETY: `self` is a live function. LLVM writes as many parameters as it has said there
        // are.
        unsafe {
            let mut all = vec![std::ptr::null_mut(); LLVMCountParams(self.0) as usize];
            LLVMGetParams(self.0, all.as_mut_ptr());
            all.into_iter().map(Value).collect()
        }
    }

    pub fn blocks(self) -> Vec<Block> {
        // SAFETY: `self` is a live function. LLVM writes as many blocks as it has said there are.
        unsafe {
            let mut all = vec![std::ptr::null_mut(); LLVMCountBasicBlocks(self.0) as usize];
            LLVMGetBasicBlocks(self.0, all.as_mut_ptr());
            all.into_iter().map(Block).collect()
        }
    }

    /// Value of an integer attribute of the function (`index` 0) or its parameter.
    pub fn param_attribute(self, index: u32, kind: u32) -> Option<Attribute> {
        // SAFETY: `self` is a live function; LLVM answers null where it has no such attribute.
        Attribute::wrap(unsafe { LLVMGetEnumAttributeAtIndex(self.0, index + 1, kind) })
    }

    pub fn call_attribute(self, index: u32, kind: u32) -> Option<Attribute> {
        // SAFETY: `self` is a live call; LLVM answers null where it has no such attribute.
        Attribute::wrap(unsafe { LLVMGetCallSiteEnumAttribute(self.0, index + 1, kind) })
    }

    pub fn remove_function_attribute(self, kind: u32) {
        // SAFETY: `self` is a live function; an attribute that it lacks is no error.
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
        // SAFETY: a live attribute (attributes live as long as the context) with a type.
        Type(unsafe { LLVMGetTypeAttributeValue(self.0) })
    }

    pub fn int_value(self) -> u64 {
        // SAFETY: a live attribute (attributes live as long as the context) with an integer.
        unsafe { LLVMGetEnumAttributeValue(self.0) }
    }
}
