//! An error as a person reads it, and in the shape of KLEE's `.err` files.

use crate::InputValue;
use crate::inputs::lines;
use crate::places::{Place, Sources, blamed, places, stack};
use pleach_interp::{Direction, ErrorKind, Finding, ObjectNote};
use pleach_ir::{Module, Origin};
use pleach_memory::Site;
use std::fmt::Write;

/// Frames shown from the inner end of a stack; of the others the outermost few.
const INNER_FRAMES: usize = 20;
const OUTER_FRAMES: usize = 3;

/// What is needed to describe a finding.
pub struct Describe<'a> {
    pub module: &'a Module,
    pub sources: &'a Sources,
    pub finding: &'a Finding,
    pub inputs: &'a [InputValue],
    /// Name of the test file, if one is written.
    pub test: Option<&'a str>,
}

impl Describe<'_> {
    /// Kind and message, the source line, the stack, the object, the input.
    pub fn readable(&self) -> String {
        let stack = stack(self.module, self.finding);
        let mut out = format!(
            "error[{}]: {}\n",
            self.finding.kind.name(),
            self.finding.message
        );
        self.source_line(&mut out, &stack);
        self.frames(&mut out, &stack);
        if let Some(object) = &self.finding.object {
            self.object(&mut out, object);
        }
        let input = lines(self.module, self.inputs);
        if !input.is_empty() {
            out.push_str("  input:\n");
            for line in input {
                let _ = writeln!(out, "    {line}");
            }
        }
        if let Some(test) = self.test {
            let _ = writeln!(out, "  test: {test}");
        }
        out
    }

    fn source_line(&self, out: &mut String, stack: &[Place<'_>]) {
        let Some(place) = blamed(stack) else { return };
        match place.has_line() {
            true => writeln!(out, "  --> {place}"),
            false => writeln!(out, "  --> {}, {place}", place.function()),
        }
        .expect("text can always be added to");
        let Some(text) = self.sources.line(self.module, place) else {
            return;
        };
        let number = place.line.to_string();
        let _ = writeln!(out, "  {number} | {}", text.trim_end());
        if place.column > 0 {
            // Tabs stay tabs, so that the mark stands under its column.
            let before = text.chars().take(place.column as usize - 1);
            let gap: String = before.map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
            let _ = writeln!(out, "  {} | {gap}^", " ".repeat(number.len()));
        }
    }

    fn frames(&self, out: &mut String, stack: &[Place<'_>]) {
        let mut line = |i: usize, place: &Place<'_>| {
            let word = if i == 0 { "in" } else { "called from" };
            let runtime = if place.origin == Origin::Runtime {
                " (runtime)"
            } else {
                ""
            };
            let _ = writeln!(out, "  {word} {}{runtime} at {place}", place.function());
        };
        if stack.len() <= INNER_FRAMES + OUTER_FRAMES + 1 {
            stack
                .iter()
                .enumerate()
                .for_each(|(i, place)| line(i, place));
            return;
        }
        stack[..INNER_FRAMES]
            .iter()
            .enumerate()
            .for_each(|(i, place)| line(i, place));
        let _ = writeln!(
            out,
            "  … {} more calls …",
            stack.len() - INNER_FRAMES - OUTER_FRAMES
        );
        let mut line = |place: &Place<'_>| {
            let _ = writeln!(out, "  called from {} at {place}", place.function());
        };
        stack[stack.len() - OUTER_FRAMES..]
            .iter()
            .for_each(&mut line);
    }

    fn object(&self, out: &mut String, object: &ObjectNote) {
        let plural = if object.size == 1 { "" } else { "s" };
        let _ = write!(
            out,
            "  object: {}, {} byte{plural}",
            object.what, object.size
        );
        match object.direction {
            Direction::Inside => {}
            Direction::Before(by) => {
                let _ = write!(out, "; the access begins {by} before its first byte");
            }
            Direction::After(by) => {
                let _ = write!(out, "; the access reaches {by} beyond its last byte");
            }
        }
        out.push('\n');
        let end = match self.finding.kind {
            ErrorKind::UseAfterScope => "scope ended",
            _ => "freed",
        };
        for (word, site) in [("allocated", object.allocated), (end, object.freed)] {
            if let Some(place) = site.and_then(|site| self.place_of(site)) {
                let _ = writeln!(out, "    {word} in {} at {place}", place.function());
            }
        }
    }

    /// Of an object. A variable's allocation has no line of its own: its function's is enough.
    fn place_of(&self, site: Site) -> Option<Place<'_>> {
        let mut place = blamed(&places(self.module, site)).cloned()?;
        if place.has_line() {
            place.instruction = None;
        }
        Some(place)
    }

    /// KLEE's shape first, for tools that read it (so functions are symbols there, as KLEE writes
    /// them), then the readable form.
    pub fn klee(&self) -> String {
        let stack = stack(self.module, self.finding);
        let mut out = format!("Error: {}\n", self.finding.message);
        if let Some(place) = blamed(&stack).filter(|p| p.has_line()) {
            let _ = write!(out, "File: {}\nLine: {}\n", place.path, place.line);
        }
        out.push_str("Stack: \n");
        for (i, place) in stack.iter().enumerate().take(LISTED_FRAMES) {
            let _ = write!(out, "\t#{i:06} in {}()", place.symbol);
            if place.has_line() {
                let _ = write!(out, " at {}:{}", place.path, place.line);
            }
            out.push('\n');
        }
        if stack.len() > LISTED_FRAMES {
            let _ = writeln!(out, "\t({} more)", stack.len() - LISTED_FRAMES);
        }
        let _ = write!(out, "Info: \n\tkind: {}\n", self.finding.kind.name());
        if let Some((place, instruction)) =
            blamed(&stack).and_then(|p| Some((p, p.instruction.as_ref()?)))
        {
            let _ = writeln!(out, "\tplace: {}, {instruction}", place.function());
        }
        if let Some(address) = self.finding.address {
            let _ = writeln!(out, "\taddress: {address:#x}");
        }
        if let Some(object) = &self.finding.object {
            let _ = writeln!(out, "\tobject: {} of {} bytes", object.what, object.size);
        }
        let _ = write!(out, "\n{}", self.readable());
        out
    }
}

/// A place in the source, for lists of findings.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct SourcePlace {
    pub function: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
    /// Where the compiler gave no line: the number of the instruction in its function, and what it
    /// does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instruction: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation: Option<String>,
}

impl SourcePlace {
    /// `FILE:LINE`, for one line among others; without a line the function and its instruction.
    pub fn short(&self) -> String {
        match (&self.instruction, &self.operation) {
            (Some(at), Some(operation)) => {
                format!("{}, instruction {at} ({operation})", self.function)
            }
            _ if self.line != 0 => format!("{}:{}", self.file, self.line),
            _ => self.function.clone(),
        }
    }
}

impl From<&Place<'_>> for SourcePlace {
    fn from(place: &Place<'_>) -> SourcePlace {
        let instruction = place.instruction.as_ref();
        SourcePlace {
            function: place.function().into_owned(),
            file: place.path.to_owned(),
            line: place.line,
            column: place.column,
            instruction: instruction.map(|i| i.site.at),
            operation: instruction.map(|i| i.operation.clone()),
        }
    }
}

/// The place that an error is blamed on.
pub fn blamed_place(module: &Module, finding: &Finding) -> Option<SourcePlace> {
    let stack = stack(module, finding);
    blamed(&stack).map(SourcePlace::from)
}

/// Frames listed of each finding.
const LISTED_FRAMES: usize = 64;

/// The inner end of an error's stack.
pub fn innermost_frames(module: &Module, finding: &Finding) -> Vec<SourcePlace> {
    stack(module, finding)
        .iter()
        .take(LISTED_FRAMES)
        .map(SourcePlace::from)
        .collect()
}
