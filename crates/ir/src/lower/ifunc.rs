//! Ifuncs: a function of that name that asks the resolver at each call and
//! goes on to what it names. A loader asks once at start; for a resolver that
//! depends only on the machine there is no difference.

use super::builder::Builder;
use super::{Lowering, function_at};
use crate::llvm::Value;
use crate::*;

impl Lowering<'_> {
    pub fn lower_ifunc(&mut self, ifunc: Value) {
        let Some(&id) = self.functions.get(&ifunc) else {
            return;
        };
        let resolver = self
            .constant_address(ifunc.resolver())
            .ok()
            .flatten()
            .and_then(function_at);
        let Function {
            params,
            results,
            variadic,
            ..
        } = &self.out.functions[id.index()];
        let (params, results, variadic) = (params.clone(), results.clone(), *variadic);
        let mut b = Builder::new();
        b.consecutive(params.len());
        let entry = b.new_block(true);
        b.start(entry);
        match resolver {
            Some(resolver) if !variadic => {
                let target = b.call(
                    Callee::Direct(resolver),
                    Vec::new(),
                    0,
                    &[64],
                    ResultUse::Unused,
                );
                let arg = |(i, param): (usize, &Param)| Arg {
                    value: Opnd::slot(Slot(i as u32)),
                    width: param.width,
                    float: param.float,
                    by_value: param.by_value,
                };
                let args: Vec<Arg> = params.iter().enumerate().map(arg).collect();
                let values = b.call(
                    Callee::Indirect(target[0]),
                    args,
                    params.len() as u32,
                    &results,
                    ResultUse::Unused,
                );
                b.emit(Inst::Return {
                    values: values.into(),
                });
            }
            _ => b.emit(Inst::Unsupported {
                what: format!("ifunc {}", ifunc.name()).into(),
            }),
        }
        b.finish(&mut self.out.functions[id.index()]);
    }
}
