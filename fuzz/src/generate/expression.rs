//! Expressions: pure, defined for all values of their operands, of a known type.

use super::builder::Builder;
use super::types::Int;

impl Builder {
    /// An expression of exactly type `int`.
    pub fn value(&mut self, int: Int, depth: u32) -> String {
        if depth == 0 || self.random.chance(20) {
            return self.leaf(int);
        }
        match self.random.below(20) {
            0..8 => self.wrapping(int, depth),
            8 | 9 => self.shift(int, depth),
            10 => self.division(int, depth),
            11..14 => self.cast(int, depth),
            14 => format!("(({})({}))", int.name(), self.comparison(depth - 1)),
            15 => self.bit_trick(int, depth),
            16 | 17 => self.element(int, depth),
            18 if self.floats => self.float_to_int(int, depth),
            _ => self.leaf(int),
        }
    }

    /// An integer of any type, for an index or a length.
    pub fn any_value(&mut self, depth: u32) -> String {
        let int = Int::any(&mut self.random);
        self.value(int, depth)
    }

    fn leaf(&mut self, int: Int) -> String {
        match self.scope.scalar(&mut self.random) {
            Some(scalar) if !self.random.chance(15) => {
                format!("(({}){})", int.name(), scalar.place)
            }
            _ => int.constant(&mut self.random),
        }
    }

    fn element(&mut self, int: Int, depth: u32) -> String {
        if !self.scope.pointers.is_empty() && self.random.chance(30) {
            let pointer = self.random.pick(&self.scope.pointers).name.clone();
            return format!("(({})*{pointer})", int.name());
        }
        let Some(array) = self.scope.array(&mut self.random).cloned() else {
            return self.leaf(int);
        };
        let index = self.index(array.len, depth - 1);
        format!("(({}){}[{index}])", int.name(), array.name)
    }

    /// An index into an array of `len` elements.
    pub fn index(&mut self, len: usize, depth: u32) -> String {
        if self.random.chance(30) {
            return self.random.below(len).to_string();
        }
        let index = self.any_value(depth);
        format!("{index} & {}", len - 1)
    }

    fn wrapping(&mut self, int: Int, depth: u32) -> String {
        let wide = int.wrapping().name();
        let operator = *self.random.pick(&["+", "-", "&", "|", "^", "+", "-", "*"]);
        let left = self.value(int, depth - 1);
        // A product of two wide unknowns is a riddle for any solver: one factor is a constant.
        let right = match operator {
            "*" if int.bits > 8 => int.literal(self.random.next_u64() % 1000),
            _ => self.value(int, depth - 1),
        };
        format!(
            "(({})(({wide}){left} {operator} ({wide}){right}))",
            int.name()
        )
    }

    fn shift(&mut self, int: Int, depth: u32) -> String {
        let value = self.value(int, depth - 1);
        let amount = match self.random.chance(50) {
            true => self.random.below(int.bits as usize).to_string(),
            false => format!("({} & {})", self.any_value(depth - 1), int.bits - 1),
        };
        match self.random.chance(50) {
            true => format!(
                "(({})(({}){value} << {amount}))",
                int.name(),
                int.wrapping().name()
            ),
            false => format!("(({})({value} >> {amount}))", int.name()),
        }
    }

    /// The divisor is never 0, and never -1 where the quotient would not fit.
    fn division(&mut self, int: Int, depth: u32) -> String {
        let operator = *self.random.pick(&["/", "%"]);
        let value = self.value(int, depth - 1);
        let divisor = match (int.bits, self.random.below(3)) {
            (8, 0) => format!("(int32_t)({} | 1)", self.value(int, depth - 1)),
            (_, 1) => format!("({})(1 + ({} & 7))", int.name(), self.value(int, depth - 1)),
            _ => int.literal(2 + self.random.next_u64() % 100),
        };
        format!("(({})({value} {operator} {divisor}))", int.name())
    }

    fn cast(&mut self, int: Int, depth: u32) -> String {
        let other = Int::any(&mut self.random);
        let value = self.value(other, depth - 1);
        match self.random.below(4) {
            0 => format!("(({})~{value})", int.name()),
            1 => format!(
                "(({})(0 - ({}){value}))",
                int.name(),
                other.wrapping().name()
            ),
            _ => format!("(({}){value})", int.name()),
        }
    }

    fn bit_trick(&mut self, int: Int, depth: u32) -> String {
        let value = self.value(Int::U32, depth - 1);
        let name = int.name();
        match self.random.below(7) {
            0 => format!("(({name})__builtin_popcount({value}))"),
            1 => format!("(({name})__builtin_ctz({value} | 0x80000000u))"),
            2 => format!("(({name})__builtin_clz({value} | 1u))"),
            3 => format!("(({name})__builtin_bswap32({value}))"),
            4 => format!("(({name})__builtin_bswap16((uint16_t){value}))"),
            5 => {
                let by = 1 + self.random.below(31);
                format!("(({name})({value} << {by} | {value} >> {}))", 32 - by)
            }
            _ => format!("(({name})({value} & (0u - {value})))"),
        }
    }

    /// 0 or 1, of type `int`.
    pub fn comparison(&mut self, depth: u32) -> String {
        if self.floats && self.random.chance(30) {
            return self.float_comparison(depth);
        }
        let operator = *self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
        let int = Int::any(&mut self.random);
        let left = self.value(int, depth);
        let right = match self.random.below(3) {
            0 => self.value(int, depth.saturating_sub(1)),
            1 => int.literal(self.random.next_u64() % 64),
            _ => int.constant(&mut self.random),
        };
        match operator {
            // Equality of wide values hardly ever holds: a few bits of them make it likely.
            "==" | "!=" if int.bits > 8 => format!("(({left} & 7) {operator} ({right} & 7))"),
            _ => format!("({left} {operator} {right})"),
        }
    }

    fn float_comparison(&mut self, depth: u32) -> String {
        let operator = *self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
        let kind = *self.random.pick(&["float", "double"]);
        let (left, right) = (self.float(kind, depth), self.float(kind, 0));
        format!("({left} {operator} {right})")
    }

    /// A float made from a narrow integer: never so large that it is infinite, and exact enough
    /// that converting it back is defined.
    fn float(&mut self, kind: &str, depth: u32) -> String {
        let narrow = Int {
            bits: 8,
            signed: self.random.chance(50),
        };
        let value = self.value(narrow, depth.min(1));
        // Division of floats keeps a solver busy for minutes: it is rare.
        let constant = ["0.5", "1.25", "-3.0", "0.1", "100.75", "7.0"][self.random.below(6)];
        match self.random.below(20) {
            0..6 => format!("(({kind}){value} + ({kind}){constant})"),
            6..9 => format!("(({kind}){value} * ({kind}){constant})"),
            9 => format!("(({kind}){value} / ({kind}){constant})"),
            10..13 => format!("(({kind}){constant})"),
            _ => format!("(({kind}){value})"),
        }
    }

    fn float_to_int(&mut self, int: Int, depth: u32) -> String {
        let kind = *self.random.pick(&["float", "double"]);
        format!("(({})(int32_t){})", int.name(), self.float(kind, depth - 1))
    }
}
