use llvm_sys::LLVMTypeKind;
use llvm_sys::core::*;
use llvm_sys::prelude::*;

use super::Value;

/// A type. Types are unique per context, so equality is identity.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Type(pub(super) LLVMTypeRef);

impl Type {
    pub fn kind(self) -> LLVMTypeKind {
        // SAFETY: `self` is a live type; every type has a kind.
        unsafe { LLVMGetTypeKind(self.0) }
    }

    pub fn int_width(self) -> u32 {
        // SAFETY: `self` is a live integer type.
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
        // SAFETY: `self` is a live type that has a zero.
        Value(unsafe { LLVMConstNull(self.0) })
    }

    /// Whether a variable can have this type at all.
    pub fn is_sized(self) -> bool {
        // SAFETY: `self` is a live type of any kind.
        unsafe { LLVMTypeIsSized(self.0) != 0 }
    }

    /// Element of an array or vector.
    pub fn element(self) -> Type {
        // SAFETY: `self` is a live array or vector type.
        Type(unsafe { LLVMGetElementType(self.0) })
    }

    /// Number of elements of an array, vector or struct.
    pub fn count(self) -> u64 {
        match self.kind() {
            // SAFETY: `self` is a live array type, as its kind says.
            LLVMTypeKind::LLVMArrayTypeKind => unsafe { LLVMGetArrayLength2(self.0) },
            // SAFETY: `self` is a live vector type, as its kind says.
            LLVMTypeKind::LLVMVectorTypeKind => u64::from(unsafe { LLVMGetVectorSize(self.0) }),
            LLVMTypeKind::LLVMStructTypeKind => {
                // SAFETY: `self` is a live struct type, as its kind says.
                u64::from(unsafe { LLVMCountStructElementTypes(self.0) })
            }
            _ => 0,
        }
    }

    pub fn field(self, index: u32) -> Type {
        // SAFETY: `self` is a live struct type with more than `index` fields.
        Type(unsafe { LLVMStructGetTypeAtIndex(self.0, index) })
    }

    pub fn params(self) -> Vec<Type> {
        // SAFETY: `self` is a live function type. LLVM writes as many types as it has said there
        // are.
        unsafe {
            let count = LLVMCountParamTypes(self.0) as usize;
            let mut refs: Vec<LLVMTypeRef> = vec![std::ptr::null_mut(); count];
            LLVMGetParamTypes(self.0, refs.as_mut_ptr());
            refs.into_iter().map(Type).collect()
        }
    }

    pub fn result(self) -> Type {
        // SAFETY: `self` is a live function type.
        Type(unsafe { LLVMGetReturnType(self.0) })
    }

    pub fn is_variadic(self) -> bool {
        // SAFETY: `self` is a live function type.
        unsafe { LLVMIsFunctionVarArg(self.0) != 0 }
    }

    pub fn int_in_same_context(self, width: u32) -> Type {
        // SAFETY: `self` is a live type, so its context is live.
        unsafe { Type(LLVMIntTypeInContext(LLVMGetTypeContext(self.0), width)) }
    }

    pub fn text(self) -> String {
        // SAFETY: `self` is a live type; `take_message` owns the new string.
        super::take_message(unsafe { LLVMPrintTypeToString(self.0) })
    }
}
