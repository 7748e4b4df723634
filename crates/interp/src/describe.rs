//! What a person calls an object.

use crate::{Direction, Machine, ObjectNote, State};
use pleach_ir::{GlobalId, Inst, Role, TypeId, Variable, readable};
use pleach_memory::{Byte, Gift, Kind, Object, Site};

impl Machine {
    pub fn describe(&self, state: &State, object: &Object, address: u64, len: u64) -> ObjectNote {
        let what = match object.kind {
            Kind::Global(id) => self.global(id),
            Kind::Heap => "heap object".to_string(),
            Kind::Stack => self.local(object),
            Kind::System(gift) => gift_text(gift, object),
            Kind::Fixed => "fixed object".to_string(),
        };
        let size = match object.bound {
            Some(bound) => state
                .path
                .eval(&self.terms, &mut pleach_term::Evaluator::new(), bound)
                .low_u64(),
            None => object.size,
        };
        let direction = if address < object.base {
            Direction::Before(object.base - address)
        } else if address.saturating_add(len) > object.base + size {
            Direction::After(address.saturating_add(len) - (object.base + size))
        } else {
            Direction::Inside
        };
        let is_given = matches!(object.kind, Kind::System(_));
        ObjectNote {
            what,
            size,
            direction,
            // Where the model of the system made it says nothing about the program.
            allocated: object.site.filter(|_| !is_given),
            freed: object.freed,
        }
    }

    fn global(&self, id: GlobalId) -> String {
        format!(
            "global `{}`",
            readable(&self.module.globals[id.index()].name)
        )
    }

    fn local(&self, object: &Object) -> String {
        let variable = object.site.and_then(|site| self.variable(site));
        match variable.filter(|variable| !variable.name.is_empty()) {
            None => "local variable".to_string(),
            Some(Variable { name, role, .. }) => match role {
                Role::Local => format!("local variable `{name}`"),
                Role::Parameter => format!("parameter `{name}`"),
            },
        }
    }

    /// The variable that an object on the stack is, by the place where it was allocated.
    fn variable(&self, site: Site) -> Option<&Variable> {
        let function = &self.module.functions[site.function.index()];
        let number = match function.code.get(site.at as usize) {
            Some(Inst::Alloca { variable, .. }) => *variable,
            Some(_) => return None,
            None => {
                let param = site.at - function.code.len() as u32;
                function.copies.iter().find(|(at, _)| *at == param)?.1
            }
        };
        self.module.variables.get(number as usize)
    }

    /// The type of an object as the source declares it, where that is the type of all its bytes.
    pub fn declared_type(&self, object: &Object) -> Option<TypeId> {
        let ty = match object.kind {
            Kind::Global(id) => self.module.globals[id.index()].ty,
            Kind::Stack => self.variable(object.site?)?.ty,
            Kind::Heap | Kind::System(_) | Kind::Fixed => return None,
        };
        (self.module.size_of(ty) == Some(object.size)).then_some(ty)
    }
}

/// Where a by-value copy is said to be allocated: behind the code, at its parameter's number.
pub(crate) fn site_of_copy(function: pleach_ir::FuncId, code: usize, param: usize) -> Site {
    Site {
        function,
        at: (code + param) as u32,
    }
}

fn gift_text(gift: Gift, object: &Object) -> String {
    match gift {
        Gift::Argument(0) => "the program's name (`argv[0]`)".to_string(),
        Gift::Argument(i) => format!("argument {i} (`argv[{i}]`)"),
        Gift::Arguments => "the list of arguments (`argv`)".to_string(),
        Gift::Variable(i) => match name_of_variable(object) {
            Some(name) => format!("environment variable `{name}`"),
            None => format!("environment variable {i} (`environ[{i}]`)"),
        },
        Gift::Environment => "the list of environment variables (`environ`)".to_string(),
        Gift::Mapping => "memory mapping".to_string(),
        Gift::Exception => "exception object".to_string(),
        Gift::Internal => "object of the system".to_string(),
    }
}

/// What stands before the equals sign.
fn name_of_variable(object: &Object) -> Option<String> {
    let mut name = Vec::new();
    for at in 0..object.contents.len() {
        match object.contents.get(at) {
            Byte::Concrete(b'=') => return String::from_utf8(name).ok(),
            Byte::Concrete(byte) => name.push(byte),
            Byte::Symbolic(_) => return None,
        }
    }
    None
}
