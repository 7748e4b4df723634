//! Random C programs in which what is reached at the end hangs on numbers that were set long before: under
//! branches, through memory, and at addresses that other numbers choose. All sides of those branches are
//! covered before anything is chosen, so that only the numbers at the end tell two states apart. What was
//! chosen is gone by then: it is in what was made of it, or in what was not.

use crate::random::Random;
use std::fmt::Write;

/// Numbers that are chosen, and what is made of them.
const CHOSEN: usize = 2;
const NUMBERS: usize = 5;
/// Values that a number has.
const VALUES: usize = 3;

const PRELUDE: &str = "\
#include <pleach.h>
static int v0, v1, v2, v3, v4;
/* One path for each number. */
static int chosen(void) {
  int way = pleach_choose(3);
  if (way == 0) return 0;
  if (way == 1) return 1;
  return 2;
}
static void reset(int to) {
  v0 = to;
  v1 = (to + 1) % 3;
  v2 = (to + 2) % 3;
  v3 = to;
  v4 = (to + 1) % 3;
}
";

/// The same program for the same seed.
pub fn flags(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut lines: Vec<String> = Vec::new();
    let steps = 3 + random.below(5);
    for step in 0..steps {
        let body = step_body(&mut random);
        lines.push(format!("static void step{step}(void) {{ {body} }}"));
    }
    lines.push("int main(void) {\n  for (int to = 0; to < 3; to++) {".to_owned());
    lines.extend((0..steps).map(|step| format!("    reset(to); step{step}();")));
    lines.push("  }\n  reset(0);".to_owned());
    for step in 0..steps {
        if step < CHOSEN {
            lines.push(format!("  v{step} = chosen();"));
        }
        lines.push(format!("  step{step}();"));
    }
    lines.extend((0..CHOSEN).map(|gone| format!("  v{gone} = 0;")));
    for result in 1..=2 {
        let condition = format!("{} && {}", made(&mut random), made(&mut random));
        lines.push(format!("  if ({condition}) return {result};"));
    }
    lines.push("  return 0;\n}".to_owned());
    let mut source = PRELUDE.to_owned();
    lines
        .iter()
        .for_each(|line| writeln!(source, "{line}").expect("a string"));
    source
}

/// A condition on one number.
fn test(number: usize, random: &mut Random) -> String {
    format!("v{number} == {}", random.below(VALUES))
}

/// A condition on what was made.
fn made(random: &mut Random) -> String {
    let number = CHOSEN + random.below(NUMBERS - CHOSEN);
    test(number, random)
}

/// Changes one number.
fn step_body(random: &mut Random) -> String {
    let asked = random.below(NUMBERS);
    let condition = test(asked, random);
    let to = CHOSEN + random.below(NUMBERS - CHOSEN);
    let [from, other] = [(); 2].map(|()| random.below(NUMBERS));
    let value = random.below(VALUES);
    match random.below(8) {
        0 => format!("v{to} = (v{from} + {value}) % {VALUES};"),
        1..4 => format!("if ({condition}) v{to} = {value};"),
        4 | 5 => format!("if ({condition}) v{to} = 1; else v{to} = 0;"),
        6 => format!("*({condition} ? &v{to} : &v{other}) = {value};"),
        _ => format!("if ({condition}) {{ if (v{from} > 0) v{to} = v{other}; }}"),
    }
}
