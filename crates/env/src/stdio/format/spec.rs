//! Format strings taken apart.

/// How large an argument is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Length {
    Char,
    Short,
    Int,
    /// `l`, `ll`, `z`, `t`, `j`: all 64 bits here.
    Long,
    LongDouble,
}

impl Length {
    pub fn width(self) -> u32 {
        match self {
            Length::Char => 8,
            Length::Short => 16,
            Length::Int => 32,
            Length::Long | Length::LongDouble => 64,
        }
    }
}

/// A width or precision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Count {
    None,
    Number(usize),
    /// `*`: the next argument says.
    Argument,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Flags {
    pub left: bool,
    pub plus: bool,
    pub space: bool,
    pub alternate: bool,
    pub zero: bool,
}

/// One conversion, as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Directive {
    pub flags: Flags,
    pub width: Count,
    pub precision: Count,
    pub length: Length,
    pub conversion: u8,
}

/// One conversion with its numbers known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spec {
    pub flags: Flags,
    pub width: usize,
    pub precision: Option<usize>,
    pub length: Length,
    pub conversion: u8,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    Text(&'a [u8]),
    Convert(Directive),
    /// Something that is not a conversion, or one that is not known.
    Unknown(&'a [u8]),
}

/// A format string as literal pieces and conversions.
pub(crate) fn parse(format: &[u8]) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < format.len() {
        if format[at] != b'%' {
            let end = format[at..]
                .iter()
                .position(|b| *b == b'%')
                .map_or(format.len(), |n| at + n);
            pieces.push(Piece::Text(&format[at..end]));
            at = end;
            continue;
        }
        let mut reader = Reader {
            bytes: format,
            at: at + 1,
        };
        pieces.push(match reader.directive() {
            Some(d) if d.conversion == b'%' => Piece::Text(b"%"),
            Some(d) => Piece::Convert(d),
            None => Piece::Unknown(&format[at..reader.at.min(format.len())]),
        });
        at = reader.at;
    }
    pieces
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn directive(&mut self) -> Option<Directive> {
        let flags = self.flags();
        let width = self.count(Count::None)?;
        let precision = if self.peek() == Some(b'.') {
            self.at += 1;
            self.count(Count::Number(0))?
        } else {
            Count::None
        };
        let length = self.length();
        let conversion = self.peek();
        self.at += 1;
        let conversion = conversion.filter(|c| b"diouxXcspn%fFeEgGaAm".contains(c))?;
        Some(Directive {
            flags,
            width,
            precision,
            length,
            conversion,
        })
    }

    fn flags(&mut self) -> Flags {
        let mut flags = Flags::default();
        loop {
            match self.peek() {
                Some(b'-') => flags.left = true,
                Some(b'+') => flags.plus = true,
                Some(b' ') => flags.space = true,
                Some(b'#') => flags.alternate = true,
                Some(b'0') => flags.zero = true,
                // Grouping by locale: the C locale has none.
                Some(b'\'') => {}
                _ => return flags,
            }
            self.at += 1;
        }
    }

    fn count(&mut self, without: Count) -> Option<Count> {
        if self.peek() == Some(b'*') {
            self.at += 1;
            return Some(Count::Argument);
        }
        let mut number: Option<usize> = None;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            let so_far = number.unwrap_or(0).checked_mul(10)?;
            number = Some(so_far.checked_add(usize::from(digit - b'0'))?);
            self.at += 1;
        }
        Some(number.map_or(without, Count::Number))
    }

    fn length(&mut self) -> Length {
        let mut length = Length::Int;
        loop {
            length = match (self.peek(), length) {
                (Some(b'h'), Length::Short) => Length::Char,
                (Some(b'h'), _) => Length::Short,
                (Some(b'l' | b'z' | b't' | b'j' | b'q'), _) => Length::Long,
                (Some(b'L'), _) => Length::LongDouble,
                _ => return length,
            };
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_a_format() {
        let pieces = parse(b"a%%b%-5.*lld%");
        assert_eq!(pieces[0], Piece::Text(b"a"));
        assert_eq!(pieces[1], Piece::Text(b"%"));
        assert_eq!(pieces[2], Piece::Text(b"b"));
        let flags = Flags {
            left: true,
            ..Flags::default()
        };
        let length = Length::Long;
        let expected = Directive {
            flags,
            width: Count::Number(5),
            precision: Count::Argument,
            length,
            conversion: b'd',
        };
        assert_eq!(pieces[3], Piece::Convert(expected));
        assert_eq!(pieces[4], Piece::Unknown(b"%"));
    }
}
