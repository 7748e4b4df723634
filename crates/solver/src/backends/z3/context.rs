//! A Z3 context: everything made in it lives until it is dropped.

use std::ffi::CStr;

use z3_sys::{
    ErrorCode, Z3_context, Z3_del_config, Z3_del_context, Z3_get_error_code, Z3_get_error_msg,
    Z3_interrupt, Z3_mk_config, Z3_mk_context, Z3_mk_string_symbol, Z3_set_error_handler,
    Z3_symbol,
};

use super::translate::Failure;

pub(super) struct Context(Z3_context);

impl Context {
    pub fn new() -> Option<Context> {
        // SAFETY: plain construction; the configuration is not used after its deletion.
        unsafe {
            let config = Z3_mk_config()?;
            let context = Z3_mk_context(config);
            Z3_del_config(config);
            let context = context?;
            // The default handler ends the process.
            Z3_set_error_handler(context, None);
            Some(Context(context))
        }
    }

    pub fn raw(&self) -> Z3_context {
        self.0
    }

    pub fn symbol(&self, text: &CStr) -> Result<Z3_symbol, Failure> {
        // SAFETY: the context is live and Z3 copies the text.
        unsafe { Z3_mk_string_symbol(self.0, text.as_ptr()).ok_or(Failure::Refused) }
    }

    /// Ends what another thread is working on in this context; to be called only while it lives.
    pub fn interrupt(&self) -> impl Fn() + Send + 'static {
        struct Handle(Z3_context);
        // SAFETY: `Z3_interrupt` is what may be called from any thread, and nothing else is done with it.
        unsafe impl Send for Handle {}
        let handle = Handle(self.0);
        move || {
            let handle = &handle;
            // SAFETY: whoever keeps this drops it before the context.
            unsafe { Z3_interrupt(handle.0) }
        }
    }

    /// Did the last call succeed?
    pub fn check(&self) -> Result<(), Failure> {
        // SAFETY: the context is live.
        match unsafe { Z3_get_error_code(self.0) } {
            ErrorCode::Ok => Ok(()),
            _ => Err(Failure::Refused),
        }
    }

    pub fn error(&self) -> String {
        // SAFETY: the context is live; the text is copied before the next call.
        unsafe {
            let text = Z3_get_error_msg(self.0, Z3_get_error_code(self.0));
            if text.is_null() {
                return String::new();
            }
            CStr::from_ptr(text).to_string_lossy().into_owned()
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: made in `new`, deleted once; what was made in it is not used afterwards.
        unsafe { Z3_del_context(self.0) }
    }
}
