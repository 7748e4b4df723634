use std::cell::RefCell;
use std::ffi::{CString, c_char, c_void};

use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::bit_reader::LLVMGetBitcodeModuleInContext2;
use llvm_sys::bit_writer::LLVMWriteBitcodeToMemoryBuffer;
use llvm_sys::core::*;
use llvm_sys::ir_reader::LLVMParseIRInContext2;
use llvm_sys::prelude::*;
use llvm_sys::target::*;
use llvm_sys::{LLVMDiagnosticSeverity, LLVMTypeKind};

use super::{Meta, Type, Value, borrowed, take_message};

/// What LLVM said instead of printing it.
#[derive(Default)]
struct Diagnostics {
    errors: Vec<String>,
    warnings: Vec<String>,
}

/// Owns everything LLVM of one `load`.
pub struct Context {
    raw: LLVMContextRef,
    /// Boxed: LLVM's diagnostic handler holds its address.
    diagnostics: Box<RefCell<Diagnostics>>,
}

extern "C" fn on_diagnostic(info: LLVMDiagnosticInfoRef, sink: *mut c_void) {
    // SAFETY: `sink` is the box of the context that calls us, see `Context::new`.
    let sink = unsafe { &*sink.cast::<RefCell<Diagnostics>>() };
    // SAFETY: LLVM lends `info` for the time of this call; `take_message` owns the new string.
    let text = take_message(unsafe { LLVMGetDiagInfoDescription(info) });
    // SAFETY: LLVM lends `info` for the time of this call.
    match unsafe { LLVMGetDiagInfoSeverity(info) } {
        LLVMDiagnosticSeverity::LLVMDSError => sink.borrow_mut().errors.push(text),
        LLVMDiagnosticSeverity::LLVMDSWarning => sink.borrow_mut().warnings.push(text),
        _ => {}
    }
}

impl Context {
    pub fn new() -> Context {
        let diagnostics = Box::new(RefCell::new(Diagnostics::default()));
        let sink = (&raw const *diagnostics).cast_mut().cast();
        // SAFETY: plain construction. The box behind `sink` does not move and lives as long as the
        // context.
        let raw = unsafe {
            let raw = LLVMContextCreate();
            LLVMContextSetDiagnosticHandler(raw, Some(on_diagnostic), sink);
            raw
        };
        Context { raw, diagnostics }
    }

    pub(super) fn raw(&self) -> LLVMContextRef {
        self.raw
    }

    /// Takes the errors collected so far, joined to one line.
    pub fn take_errors(&self) -> String {
        std::mem::take(&mut self.diagnostics.borrow_mut().errors).join("; ")
    }

    pub fn take_warnings(&self) -> Vec<String> {
        std::mem::take(&mut self.diagnostics.borrow_mut().warnings)
    }

    /// Reads bitcode or LLVM assembly.
    pub fn parse(&self, name: &str, bytes: &[u8]) -> Result<Module, String> {
        let name = c_string(name);
        let mut raw = std::ptr::null_mut();
        let mut message: *mut c_char = std::ptr::null_mut();
        // SAFETY: the buffer is a copy of `bytes`, freed once after the parser is through with it;
        // LLVM writes only to `raw` and `message`. The copy is NUL-terminated, which the assembly
        // parser needs.
        let failed = unsafe {
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                bytes.as_ptr().cast(),
                bytes.len(),
                name.as_ptr(),
            );
            let failed = LLVMParseIRInContext2(self.raw, buffer, &mut raw, &mut message);
            LLVMDisposeMemoryBuffer(buffer);
            failed
        };
        let message = take_message(message);
        if failed != 0 || raw.is_null() {
            let more = self.take_errors();
            return Err(if message.is_empty() { more } else { message });
        }
        Ok(Module { raw })
    }

    /// Reads bitcode without function bodies until they are asked for.
    pub fn parse_lazily(&self, name: &str, bytes: &[u8]) -> Result<Module, String> {
        let name = c_string(name);
        let mut raw = std::ptr::null_mut();
        // SAFETY: the buffer is a copy of `bytes`, which the module takes over (it reads bodies
        // from it later); LLVM writes only to `raw`.
        let failed = unsafe {
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                bytes.as_ptr().cast(),
                bytes.len(),
                name.as_ptr(),
            );
            LLVMGetBitcodeModuleInContext2(self.raw, buffer, &mut raw)
        };
        if failed != 0 || raw.is_null() {
            Err(self.take_errors())
        } else {
            Ok(Module { raw })
        }
    }

    pub fn metadata_kind(&self, name: &str) -> u32 {
        // SAFETY: the context is live, and LLVM copies the `name.len()` bytes.
        unsafe { LLVMGetMDKindIDInContext(self.raw, name.as_ptr().cast(), name.len() as u32) }
    }

    pub fn empty_node(&self) -> Meta {
        // SAFETY: the context is live; no operand is read of an empty list.
        Meta(unsafe { LLVMMDNodeInContext2(self.raw, std::ptr::null_mut(), 0) })
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: modules borrow nothing from us in the type system, but `load` drops them first
        // (they are declared after the context).
        unsafe { LLVMContextDispose(self.raw) }
    }
}

pub fn attribute_kind(name: &str) -> u32 {
    // SAFETY: LLVM reads `name.len()` bytes; no context is needed.
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

fn c_string(text: &str) -> CString {
    CString::new(text.replace('\0', "?")).unwrap_or_default()
}

/// A module; disposed when dropped.
pub struct Module {
    raw: LLVMModuleRef,
}

impl Drop for Module {
    fn drop(&mut self) {
        // SAFETY: the module is ours alone: `link` forgets one that it hands over. Its context is
        // dropped later.
        unsafe { LLVMDisposeModule(self.raw) }
    }
}

impl Module {
    pub fn raw(&self) -> LLVMModuleRef {
        self.raw
    }

    pub fn triple(&self) -> String {
        // SAFETY: the module is live.
        let text = unsafe { LLVMGetTarget(self.raw) };
        // SAFETY: a NUL-terminated string that the module owns.
        unsafe { std::ffi::CStr::from_ptr(text) }
            .to_string_lossy()
            .into_owned()
    }

    pub fn has_layout(&self) -> bool {
        // SAFETY: the module is live.
        let text = unsafe { LLVMGetDataLayoutStr(self.raw) };
        // SAFETY: a NUL-terminated string that the module owns.
        !unsafe { std::ffi::CStr::from_ptr(text) }.is_empty()
    }

    pub fn set_layout(&self, layout: &str) {
        let layout = c_string(layout);
        // SAFETY: the module is live, and LLVM copies the NUL-terminated text.
        unsafe { LLVMSetDataLayout(self.raw, layout.as_ptr()) }
    }

    pub fn set_triple(&self, triple: &str) {
        let triple = c_string(triple);
        // SAFETY: the module is live, and LLVM copies the NUL-terminated text.
        unsafe { LLVMSetTarget(self.raw, triple.as_ptr()) }
    }

    pub fn layout(&self) -> Layout {
        Layout {
            // SAFETY: the module is live; it owns the layout.
            raw: unsafe { LLVMGetModuleDataLayout(self.raw) },
        }
    }

    pub fn verify(&self) -> Result<(), String> {
        let mut message = std::ptr::null_mut();
        let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
        // SAFETY: the module is live; LLVM writes only to `message`, which `take_message` owns.
        let failed = unsafe { LLVMVerifyModule(self.raw, action, &mut message) };
        let message = take_message(message);
        if failed != 0 { Err(message) } else { Ok(()) }
    }

    /// Moves everything of `other` into this module.
    pub fn link(&self, other: Module, context: &Context) -> Result<(), String> {
        let raw = other.raw;
        std::mem::forget(other);
        // SAFETY: both modules are live and of one context. LLVM takes over `raw`, also where it
        // fails, and `other`, forgotten above, does not dispose of it again.
        if unsafe { llvm_sys::linker::LLVMLinkModules2(self.raw, raw) } != 0 {
            return Err(context.take_errors());
        }
        Ok(())
    }

    pub fn functions(&self) -> Vec<Value> {
        walk(
            // SAFETY: the module is live; LLVM answers null where there is none.
            unsafe { LLVMGetFirstFunction(self.raw) },
            LLVMGetNextFunction,
        )
    }

    pub fn variables(&self) -> Vec<Value> {
        // SAFETY: the module is live; LLVM answers null where there is none.
        walk(unsafe { LLVMGetFirstGlobal(self.raw) }, LLVMGetNextGlobal)
    }

    pub fn aliases(&self) -> Vec<Value> {
        walk(
            // SAFETY: the module is live; LLVM answers null where there is none.
            unsafe { LLVMGetFirstGlobalAlias(self.raw) },
            LLVMGetNextGlobalAlias,
        )
    }

    pub fn ifuncs(&self) -> Vec<Value> {
        walk(
            // SAFETY: the module is live; LLVM answers null where there is none.
            unsafe { LLVMGetFirstGlobalIFunc(self.raw) },
            LLVMGetNextGlobalIFunc,
        )
    }

    pub fn variable(&self, name: &str) -> Option<Value> {
        // SAFETY: the module is live; LLVM reads `name.len()` bytes and answers null where there is
        // none.
        Value::wrap(unsafe {
            LLVMGetNamedGlobalWithLength(self.raw, name.as_ptr().cast(), name.len())
        })
    }

    pub fn declare_function(&self, name: &str, ty: Type) -> Value {
        let name = c_string(name);
        // SAFETY: module and type are live and of one context; LLVM copies the NUL-terminated name.
        Value(unsafe { LLVMAddFunction(self.raw, name.as_ptr(), ty.0) })
    }

    pub fn declare_variable(&self, name: &str, ty: Type) -> Value {
        let name = c_string(name);
        // SAFETY: module and type are live and of one context; LLVM copies the NUL-terminated name.
        Value(unsafe { LLVMAddGlobal(self.raw, ty.0, name.as_ptr()) })
    }

    pub fn module_asm(&self) -> String {
        let mut len = 0;
        // SAFETY: the module is live; LLVM writes only to `len`, and `borrowed` copies the text.
        let text = unsafe { LLVMGetModuleInlineAsm(self.raw, &mut len) };
        borrowed(text, len)
    }

    pub fn bitcode(&self) -> Vec<u8> {
        // SAFETY: the module is live. The buffer is ours; its bytes are copied before it is freed,
        // once.
        unsafe {
            let buffer = LLVMWriteBitcodeToMemoryBuffer(self.raw);
            let start: *const u8 = LLVMGetBufferStart(buffer).cast();
            let bytes = std::slice::from_raw_parts(start, LLVMGetBufferSize(buffer)).to_vec();
            LLVMDisposeMemoryBuffer(buffer);
            bytes
        }
    }
}

fn walk(
    first: LLVMValueRef,
    next: unsafe extern "C" fn(LLVMValueRef) -> LLVMValueRef,
) -> Vec<Value> {
    let mut all = Vec::new();
    let mut current = first;
    while let Some(value) = Value::wrap(current) {
        all.push(value);
        // SAFETY: `current` is an element of the list that `next` walks.
        current = unsafe { next(current) };
    }
    all
}

/// Sizes and offsets; owned by the module.
#[derive(Copy, Clone)]
pub struct Layout {
    raw: LLVMTargetDataRef,
}

impl Layout {
    pub fn is_little_endian_64(self) -> bool {
        // SAFETY: the layout belongs to a live module.
        let order = unsafe { LLVMByteOrder(self.raw) };
        matches!(order, LLVMByteOrdering::LLVMLittleEndian)
            // SAFETY: as above.
            && unsafe { LLVMPointerSize(self.raw) } == 8
    }

    /// Distance between two such things in an array.
    pub fn alloc_size(self, ty: Type) -> u64 {
        // SAFETY: the layout belongs to a live module, and `ty` is a live sized type.
        unsafe { LLVMABISizeOfType(self.raw, ty.0) }
    }

    pub fn align(self, ty: Type) -> u64 {
        // SAFETY: the layout belongs to a live module, and `ty` is a live sized type.
        u64::from(unsafe { LLVMABIAlignmentOfType(self.raw, ty.0) })
    }

    pub fn field_offset(self, ty: Type, index: u32) -> u64 {
        debug_assert!(ty.kind() == LLVMTypeKind::LLVMStructTypeKind);
        // SAFETY: the layout belongs to a live module, and `ty` is a live struct with more than
        // `index` fields.
        unsafe { LLVMOffsetOfElement(self.raw, ty.0, index) }
    }
}
