use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::*;

use super::{Context, Value, borrowed, take_message};

/// A debug-info node.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Meta(pub(super) LLVMMetadataRef);

/// DWARF tags of the scopes that we tell apart.
const TAG_SUBPROGRAM: u16 = 0x2e;
const TAG_LEXICAL_BLOCK: u16 = 0x0b;

impl Meta {
    pub(super) fn wrap(raw: LLVMMetadataRef) -> Option<Meta> {
        (!raw.is_null()).then_some(Meta(raw))
    }

    pub fn location_line(self) -> u32 {
        // SAFETY: `self` is a live location.
        unsafe { LLVMDILocationGetLine(self.0) }
    }

    pub fn location_column(self) -> u32 {
        // SAFETY: `self` is a live location.
        unsafe { LLVMDILocationGetColumn(self.0) }
    }

    pub fn location_scope(self) -> Option<Meta> {
        // SAFETY: `self` is a live location, which has a scope.
        Meta::wrap(unsafe { LLVMDILocationGetScope(self.0) })
    }

    pub fn location_inlined_at(self) -> Option<Meta> {
        // SAFETY: `self` is a live location; LLVM answers null where nothing was inlined.
        Meta::wrap(unsafe { LLVMDILocationGetInlinedAt(self.0) })
    }

    pub fn scope_file(self) -> Option<Meta> {
        // SAFETY: `self` is a live scope; LLVM answers null where it has no file.
        Meta::wrap(unsafe { LLVMDIScopeGetFile(self.0) })
    }

    pub fn file_name(self) -> String {
        let mut len = 0;
        // SAFETY: `self` is a live file node; LLVM writes only to `len`, and `borrowed` copies the
        // text.
        let text = unsafe { LLVMDIFileGetFilename(self.0, &mut len) };
        borrowed(text, len as usize)
    }

    pub fn file_directory(self) -> String {
        let mut len = 0;
        // SAFETY: `self` is a live file node; LLVM writes only to `len`, and `borrowed` copies the
        // text.
        let text = unsafe { LLVMDIFileGetDirectory(self.0, &mut len) };
        borrowed(text, len as usize)
    }

    pub fn subprogram_line(self) -> u32 {
        // SAFETY: `self` is a live subprogram.
        unsafe { LLVMDISubprogramGetLine(self.0) }
    }

    /// The variable of a `DIGlobalVariableExpression`.
    pub fn global_variable(self) -> Option<Meta> {
        // SAFETY: `self` is a live `DIGlobalVariableExpression`, which has a variable.
        Meta::wrap(unsafe { LLVMDIGlobalVariableExpressionGetVariable(self.0) })
    }

    pub fn variable_line(self) -> u32 {
        // SAFETY: `self` is a live variable node.
        unsafe { LLVMDIVariableGetLine(self.0) }
    }

    pub fn variable_file(self) -> Option<Meta> {
        // SAFETY: `self` is a live variable node; LLVM answers null where it has no file.
        Meta::wrap(unsafe { LLVMDIVariableGetFile(self.0) })
    }

    /// Name of a local variable: its operand 1.
    pub fn variable_name(self, context: &Context) -> Option<String> {
        self.operand_string(context, 1)
    }

    /// Type of a variable, local or global: its operand 3.
    pub fn variable_type(self, context: &Context) -> Option<Meta> {
        self.operand(context, 3)
    }

    pub fn tag(self) -> u16 {
        // SAFETY: `self` is a live node of debug information.
        unsafe { LLVMGetDINodeTag(self.0) }
    }

    pub fn type_name(self) -> String {
        let mut len = 0;
        // SAFETY: `self` is a live type; LLVM answers null where it has no name.
        let text = unsafe { LLVMDITypeGetName(self.0, &mut len) };
        match text.is_null() {
            true => String::new(),
            false => borrowed(text, len),
        }
    }

    pub fn type_bits(self) -> u64 {
        // SAFETY: `self` is a live type.
        unsafe { LLVMDITypeGetSizeInBits(self.0) }
    }

    pub fn type_offset_bits(self) -> u64 {
        // SAFETY: `self` is a live type.
        unsafe { LLVMDITypeGetOffsetInBits(self.0) }
    }

    /// What a type is made from: operand 5 of those that are made from others.
    pub fn base_type(self, context: &Context) -> Option<Meta> {
        self.operand(context, 5)
    }

    /// Members, or dimensions of an array: operand 6 is their list.
    pub fn type_elements(self, context: &Context) -> Vec<Meta> {
        let Some(list) = self.operand(context, 6) else {
            return Vec::new();
        };
        (0..list.operand_count(context))
            .filter_map(|i| list.operand(context, i))
            .collect()
    }

    fn operand_count(self, context: &Context) -> usize {
        // SAFETY: `self` is a live node of this context.
        unsafe { LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(context.raw(), self.0)) as usize }
    }

    /// Symbol of the function that a scope belongs to. The C interface has no
    /// accessor for it: operand 2 of a subprogram is its name, operand 3 its
    /// linkage name; operand 1 of a lexical block is the scope around it.
    pub fn function_name(self, context: &Context) -> Option<String> {
        let mut scope = self;
        loop {
            // SAFETY: `scope` is a live node; LLVM answers 0 for one without a tag.
            match unsafe { LLVMGetDINodeTag(scope.0) } {
                TAG_SUBPROGRAM => {
                    let symbol = scope.operand_string(context, 3);
                    return symbol.or_else(|| scope.operand_string(context, 2));
                }
                TAG_LEXICAL_BLOCK => scope = scope.operand(context, 1)?,
                _ => return None,
            }
        }
    }

    /// The compile unit of a subprogram: its operand 5.
    pub fn subprogram_unit(self, context: &Context) -> Option<Meta> {
        self.operand(context, 5)
    }

    /// Whether a compile unit was optimised. The C interface has no accessor, but prints it.
    pub fn unit_is_optimized(self, context: &Context) -> bool {
        self.text(context).contains("isOptimized: true")
    }

    /// The major version of the clang that made a compile unit.
    pub fn unit_clang_version(self, context: &Context) -> Option<u32> {
        let text = self.text(context);
        let (_, producer) = text.split_once("producer: \"")?;
        let (_, version) = producer.split_once("clang version ")?;
        version.split('.').next()?.parse().ok()
    }

    fn text(self, context: &Context) -> String {
        // SAFETY: a live node of this live context; `take_message` owns the new string.
        unsafe {
            let value = LLVMMetadataAsValue(context.raw(), self.0);
            take_message(LLVMPrintValueToString(value))
        }
    }

    /// An operand that is an integer constant.
    pub fn operand_int(self, context: &Context, index: usize) -> Option<u64> {
        let value = Value(self.operand_value(context, index)?);
        value.is_int_constant().then(|| value.int_value())
    }

    fn operand_value(self, context: &Context, index: usize) -> Option<LLVMValueRef> {
        // SAFETY: a live node of this live context. LLVM writes as many operands as it has said
        // there are.
        unsafe {
            let value = LLVMMetadataAsValue(context.raw(), self.0);
            let count = LLVMGetMDNodeNumOperands(value) as usize;
            let mut all: Vec<LLVMValueRef> = vec![std::ptr::null_mut(); count];
            LLVMGetMDNodeOperands(value, all.as_mut_ptr());
            all.get(index).copied().filter(|v| !v.is_null())
        }
    }

    fn operand(self, context: &Context, index: usize) -> Option<Meta> {
        let value = self.operand_value(context, index)?;
        // SAFETY: `value` is live; LLVM unwraps metadata and wraps any other value.
        Meta::wrap(unsafe { LLVMValueAsMetadata(value) })
    }

    fn operand_string(self, context: &Context, index: usize) -> Option<String> {
        let value = self.operand_value(context, index)?;
        let mut len = 0;
        // SAFETY: `value` is a live value; LLVM answers null unless it wraps a metadata string,
        // writes only to `len`, and `borrowed` copies the text.
        let text = unsafe { LLVMGetMDString(value, &mut len) };
        (!text.is_null() && len > 0).then(|| borrowed(text, len as usize))
    }
}
