use llvm_sys::LLVMTypeKind;
use llvm_sys::core::*;
use llvm_sys::prelude::*;

use super::Value;

/// A type. Types are unique per context, so equality is identity.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Type(pub(super) LLVMTypeRef);

// SAFETY of all calls below: `self.0` is a live type of a live context, and
// each accessor is only called for the kinds of type it is meant for.
impl Type {
    pub fn kind(self) -> LLVMTypeKind {
        unsafe { LLVMGetTypeKind(self.0) }
    }

    pub fn int_width(self) -> u32 {
        unsafe { LLVMGetIntTypeWidth(self.0) }
    }

    pub fn is_vector(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMVectorTypeKind
    }

    pub fn is_void(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMVoidTypeKind
    }

    pub fn is_array(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMArrayTypeKind
    }

    pub fn is_struct(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMStructTypeKind
    }

    pub fn is_metadata(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMMetadataTypeKind
    }

    /// The constant zero of this type.
    pub fn zero(self) -> Value {
        Value(unsafe { LLVMConstNull(self.0) })
    }

    /// Whether a variable can have this type at all.
    pub fn is_sized(self) -> bool {
        unsafe { LLVMTypeIsSized(self.0) != 0 }
    }

    /// Element of an array or vector.
    pub fn element(self) -> Type {
        Type(unsafe { LLVMGetElementType(self.0) })
    }

    /// Number of elements of an array, vector or struct.
    pub fn count(self) -> u64 {
        match self.kind() {
            LLVMTypeKind::LLVMArrayTypeKind => unsafe { LLVMGetArrayLength2(self.0) },
            LLVMTypeKind::LLVMVectorTypeKind => u64::from(unsafe { LLVMGetVectorSize(self.0) }),
            LLVMTypeKind::LLVMStructTypeKind => {
                u64::from(unsafe { LLVMCountStructElementTypes(self.0) })
            }
            _ => 0,
        }
    }

    pub fn field(self, index: u32) -> Type {
        Type(unsafe { LLVMStructGetTypeAtIndex(self.0, index) })
    }

    pub fn params(self) -> Vec<Type> {
        unsafe {
            let count = LLVMCountParamTypes(self.0) as usize;
            let mut refs: Vec<LLVMTypeRef> = vec![std::ptr::null_mut(); count];
            LLVMGetParamTypes(self.0, refs.as_mut_ptr());
            refs.into_iter().map(Type).collect()
        }
    }

    pub fn result(self) -> Type {
        Type(unsafe { LLVMGetReturnType(self.0) })
    }

    pub fn is_variadic(self) -> bool {
        unsafe { LLVMIsFunctionVarArg(self.0) != 0 }
    }

    pub fn int_in_same_context(self, width: u32) -> Type {
        unsafe { Type(LLVMIntTypeInContext(LLVMGetTypeContext(self.0), width)) }
    }

    pub fn text(self) -> String {
        super::take_message(unsafe { LLVMPrintTypeToString(self.0) })
    }
}
