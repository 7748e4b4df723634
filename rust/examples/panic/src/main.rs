//! Unwraps a number that is not always one.

fn port(text: &[u8]) -> Option<u16> {
    let text = std::str::from_utf8(text).ok()?;
    let digits = text.strip_prefix(':')?;
    Some(digits.parse().unwrap())
}

fn main() {
    let text: [u8; 3] = pleach::symbolic_named("text");
    pleach::assume(text.iter().all(|byte| byte.is_ascii_graphic()));
    if let Some(port) = port(&text) {
        println!("port {port}");
    }
}
