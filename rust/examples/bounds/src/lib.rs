//! Takes the name of a weekday, counted from one by some and from zero by others.

const NAMES: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

pub fn name(day: u8) -> Option<&'static str> {
    if day > 7 {
        return None;
    }
    Some(NAMES[usize::from(day)])
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_day_has_a_name() {
        let day: u8 = pleach::symbolic_named("day");
        if let Some(name) = super::name(day) {
            assert_eq!(name.len(), 3);
        }
    }
}
