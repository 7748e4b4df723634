//! Scripts to terms.

use hashbrown::HashMap;
use pleach_term::{Bits, Term, Terms};

use super::apply::{Value, apply, apply_indexed};
use super::arrays::{Arrays, Filled};
use super::tree::{NodeId, Tree};
use super::{ReadError, Script};

/// Reads a script and builds its assertions.
pub fn read(terms: &Terms, text: &str) -> Result<Script, ReadError> {
    let tree = Tree::parse(text)?;
    let mut reader = Reader {
        terms,
        tree: &tree,
        names: HashMap::new(),
        arrays: Arrays::default(),
        assertions: Vec::new(),
    };
    reader.declarations()?;
    let asserted = reader.fill_tables()?;
    for id in asserted {
        let value = reader.evaluate(id)?;
        match value {
            Value::Term(term) if terms.width(term) == 1 => reader.assertions.push(term),
            _ => {
                return Err(ReadError::Arguments {
                    operator: "assert".to_string(),
                });
            }
        }
    }
    let mut assertions = reader.assertions;
    assertions.append(&mut reader.arrays.congruences);
    Ok(Script { assertions })
}

struct Reader<'r, 't> {
    terms: &'r Terms,
    tree: &'r Tree<'t>,
    /// Each name's meanings, the innermost last.
    names: HashMap<&'t str, Vec<Value>>,
    arrays: Arrays,
    assertions: Vec<Term>,
}

/// What is left to do, the next step last.
enum Step {
    Evaluate(NodeId),
    /// Apply the list's head to the newest values.
    Apply(NodeId),
    /// Give the newest values the names of the `let`.
    Bind(NodeId),
    Unbind(NodeId),
}

impl<'t> Reader<'_, 't> {
    fn declarations(&mut self) -> Result<(), ReadError> {
        for &id in &self.tree.roots {
            let list = self.tree.list(id);
            match self.tree.head(id) {
                Some("declare-fun") if list.len() == 4 => self.declare(list[1], list[3])?,
                Some("declare-const") if list.len() == 3 => self.declare(list[1], list[2])?,
                Some(
                    "set-logic" | "set-option" | "set-info" | "assert" | "check-sat" | "get-value"
                    | "get-model" | "exit",
                ) => {}
                _ => return Err(ReadError::Unsupported(self.tree.describe(id))),
            }
        }
        Ok(())
    }

    fn declare(&mut self, name: NodeId, sort: NodeId) -> Result<(), ReadError> {
        let unsupported = || ReadError::Unsupported(self.tree.describe(sort));
        let name = self.tree.atom(name).ok_or_else(unsupported)?;
        let value = match (self.tree.head(sort), self.tree.list(sort)) {
            (Some("Array"), [_, index, element]) if self.bit_vector(*element) == Some(8) => {
                let width = self.bit_vector(*index).ok_or_else(unsupported)?;
                Value::Array(self.arrays.declare(name, width))
            }
            _ => match self.bit_vector(sort) {
                Some(8) => Value::Term(self.terms.var(self.terms.input(name, 0, 1).first)),
                Some(width) if width % 8 == 0 => {
                    let input = self.terms.input(name, 0, width / 8);
                    let bytes: Vec<Term> = input.vars().map(|v| self.terms.var(v)).collect();
                    Value::Term(self.terms.concat_bytes(&bytes))
                }
                _ => return Err(unsupported()),
            },
        };
        self.names.insert(name, vec![value]);
        Ok(())
    }

    /// The width in `(_ BitVec width)`.
    fn bit_vector(&self, sort: NodeId) -> Option<u32> {
        match self.tree.list(sort) {
            [_, kind, width] if self.tree.atom(*kind) == Some("BitVec") => {
                self.tree.atom(*width)?.parse().ok().filter(|w| *w > 0)
            }
            _ => None,
        }
    }

    /// Takes `(= (select array constant) constant)` as an array's content; returns the other
    /// assertions.
    fn fill_tables(&mut self) -> Result<Vec<NodeId>, ReadError> {
        let mut others = Vec::new();
        for &id in &self.tree.roots {
            let [command, what] = *self.tree.list(id) else {
                continue;
            };
            if self.tree.atom(command) != Some("assert") {
                continue;
            }
            match self.try_fill(what)? {
                Some(Filled::Recorded) => {}
                Some(Filled::Contradiction) => self.assertions.push(self.terms.fls()),
                Some(Filled::NotDeclared) | None => others.push(what),
            }
        }
        Ok(others)
    }

    fn try_fill(&mut self, id: NodeId) -> Result<Option<Filled>, ReadError> {
        let [equal, left, right] = *self.tree.list(id) else {
            return Ok(None);
        };
        let [select, array, index] = *self.tree.list(left) else {
            return Ok(None);
        };
        if self.tree.atom(equal) != Some("=") || self.tree.atom(select) != Some("select") {
            return Ok(None);
        }
        let array = self
            .tree
            .atom(array)
            .and_then(|name| self.names.get(name)?.last().copied());
        let (Some(Value::Array(array)), Some(index), Some(value)) =
            (array, self.literal(index)?, self.literal(right)?)
        else {
            return Ok(None);
        };
        match (self.terms.as_const(index), self.terms.as_const(value)) {
            (Some(index), Some(value)) if self.terms.width(self.literal_or_self(right)?) == 8 => {
                Ok(Some(self.arrays.fill(array, index, value as u8)))
            }
            _ => Ok(None),
        }
    }

    fn literal_or_self(&self, id: NodeId) -> Result<Term, ReadError> {
        self.literal(id)?
            .ok_or_else(|| ReadError::Unknown(self.tree.describe(id)))
    }

    /// A constant, if the expression is one.
    fn literal(&self, id: NodeId) -> Result<Option<Term>, ReadError> {
        let unsupported = || ReadError::Unsupported(self.tree.describe(id));
        let make = |width: u32, value: Option<u128>| match value {
            Some(value) if width > 0 && (width >= 128 || value >> width == 0) => {
                Ok(Some(self.terms.constant_bits(&Bits::new(width, value))))
            }
            _ => Err(unsupported()),
        };
        if let Some(atom) = self.tree.atom(id) {
            return match (atom, atom.split_at_checked(2)) {
                ("true", _) => Ok(Some(self.terms.tru())),
                ("false", _) => Ok(Some(self.terms.fls())),
                (_, Some(("#x", digits))) => make(
                    4 * digits.len() as u32,
                    u128::from_str_radix(digits, 16).ok(),
                ),
                (_, Some(("#b", digits))) => {
                    make(digits.len() as u32, u128::from_str_radix(digits, 2).ok())
                }
                _ => Ok(None),
            };
        }
        let [mark, number, width] = self.tree.list(id) else {
            return Ok(None);
        };
        let (Some("_"), Some(number)) = (self.tree.atom(*mark), self.tree.atom(*number)) else {
            return Ok(None);
        };
        let Some(digits) = number.strip_prefix("bv") else {
            return Ok(None);
        };
        let width = self
            .tree
            .atom(*width)
            .and_then(|w| w.parse().ok())
            .ok_or_else(unsupported)?;
        make(width, digits.parse().ok())
    }

    fn evaluate(&mut self, root: NodeId) -> Result<Value, ReadError> {
        let mut steps = vec![Step::Evaluate(root)];
        let mut values: Vec<Value> = Vec::new();
        while let Some(step) = steps.pop() {
            match step {
                Step::Evaluate(id) => self.expand(id, &mut steps, &mut values)?,
                Step::Apply(id) => {
                    let count = self.tree.list(id).len() - 1;
                    let args = values.split_off(values.len() - count);
                    values.push(self.apply(id, &args)?);
                }
                Step::Bind(id) => {
                    let bindings = self.bindings(id)?;
                    let bound = values.split_off(values.len() - bindings.len());
                    for ((name, _), value) in bindings.iter().zip(bound) {
                        self.names.entry(name).or_default().push(value);
                    }
                }
                Step::Unbind(id) => {
                    for (name, _) in self.bindings(id)? {
                        self.names.entry(name).or_default().pop();
                    }
                }
            }
        }
        values
            .pop()
            .ok_or_else(|| ReadError::Unsupported(self.tree.describe(root)))
    }

    fn expand(
        &self,
        id: NodeId,
        steps: &mut Vec<Step>,
        values: &mut Vec<Value>,
    ) -> Result<(), ReadError> {
        if let Some(name) = self.tree.atom(id)
            && let Some(value) = self.names.get(name).and_then(|meanings| meanings.last())
        {
            values.push(*value);
            return Ok(());
        }
        if let Some(term) = self.literal(id)? {
            values.push(Value::Term(term));
            return Ok(());
        }
        let list = self.tree.list(id);
        if list.is_empty() {
            return Err(ReadError::Unknown(self.tree.describe(id)));
        }
        if self.tree.head(id) == Some("let") && list.len() == 3 {
            steps.push(Step::Unbind(id));
            steps.push(Step::Evaluate(list[2]));
            steps.push(Step::Bind(id));
            steps.extend(
                self.bindings(id)?
                    .into_iter()
                    .rev()
                    .map(|(_, e)| Step::Evaluate(e)),
            );
        } else {
            steps.push(Step::Apply(id));
            steps.extend(list[1..].iter().rev().map(|arg| Step::Evaluate(*arg)));
        }
        Ok(())
    }

    /// The names and expressions of a `let`.
    fn bindings(&self, id: NodeId) -> Result<Vec<(&'t str, NodeId)>, ReadError> {
        let unsupported = || ReadError::Unsupported("this form of let".to_string());
        let pair = |binding: &NodeId| match self.tree.list(*binding) {
            [name, value] => Some((self.tree.atom(*name)?, *value)),
            _ => None,
        };
        let list = self.tree.list(self.tree.list(id)[1]);
        list.iter()
            .map(|binding| pair(binding).ok_or_else(unsupported))
            .collect()
    }

    fn apply(&mut self, id: NodeId, args: &[Value]) -> Result<Value, ReadError> {
        let terms = self.terms;
        let head = self.tree.list(id)[0];
        match (self.tree.atom(head), args) {
            (Some("select"), [Value::Array(array), Value::Term(index)])
                if terms.width(*index) == self.arrays.index_width(*array) =>
            {
                self.arrays.select(terms, *array, *index).map(Value::Term)
            }
            (Some("store"), [Value::Array(array), Value::Term(index), Value::Term(value)])
                if terms.width(*index) == self.arrays.index_width(*array)
                    && terms.width(*value) == 8 =>
            {
                Ok(Value::Array(self.arrays.store(*array, *index, *value)))
            }
            (Some(operator), _) => apply(terms, operator, &plain(operator, args)?).map(Value::Term),
            (None, [Value::Term(arg)]) => self.apply_indexed(head, *arg).map(Value::Term),
            _ => Err(ReadError::Unsupported(self.tree.describe(id))),
        }
    }

    fn apply_indexed(&self, head: NodeId, arg: Term) -> Result<Term, ReadError> {
        let unsupported = || ReadError::Unsupported(self.tree.describe(head));
        let [mark, operator, numbers @ ..] = self.tree.list(head) else {
            return Err(unsupported());
        };
        let (Some("_"), Some(operator)) = (self.tree.atom(*mark), self.tree.atom(*operator)) else {
            return Err(unsupported());
        };
        let number = |id: &NodeId| self.tree.atom(*id).and_then(|text| text.parse().ok());
        let numbers: Option<Vec<u32>> = numbers.iter().map(number).collect();
        apply_indexed(self.terms, operator, &numbers.ok_or_else(unsupported)?, arg)
    }
}

/// The arguments of an operator that takes no arrays.
fn plain(operator: &str, args: &[Value]) -> Result<Vec<Term>, ReadError> {
    let term = |value: &Value| match value {
        Value::Term(term) => Ok(*term),
        Value::Array(_) => Err(ReadError::Unsupported(format!("{operator} on arrays"))),
    };
    args.iter().map(term).collect()
}
