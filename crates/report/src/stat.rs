//! What is special about a file, in words. The bytes are the kernel's `struct stat`: 144 of them on
//! x86-64.

/// The program's user and group: those of the model of the operating system.
const USER: u32 = 1000;
/// Permissions and times of a file about which the path says nothing: the model prefers these
/// (`prefer_ordinary` in runtime/posix/environment.c).
const ORDINARY_MODE: u32 = 0o644;
const ORDINARY_TIME: i64 = 1_000_000_000;

const TYPE: u32 = 0o170_000;
const REGULAR: u32 = 0o100_000;

/// How a file differs from a regular one of `size` bytes that the program's user owns and may read
/// and write; none where it does not.
pub fn in_words(stat: &[u8], size: usize) -> Option<String> {
    let word = |i: usize| {
        let bytes = stat.get(i * 8..i * 8 + 8)?;
        bytes.try_into().ok().map(u64::from_le_bytes)
    };
    let mut all = Vec::new();
    let (mode, uid, gid) = (word(3)? as u32, (word(3)? >> 32) as u32, word(4)? as u32);
    all.extend(kind(mode).map(str::to_owned));
    if uid != USER {
        all.push(match uid {
            0 => "belongs to root".to_owned(),
            other => format!("belongs to user {other}"),
        });
    }
    permissions(mode, uid, gid, &mut all);
    let stated = word(6)? as i64;
    if mode & TYPE == REGULAR && stated != size as i64 {
        all.push(format!("has a size of {stated} bytes"));
    }
    for (i, what) in [(9, "read"), (11, "changed")] {
        let time = word(i)? as i64;
        if time != ORDINARY_TIME {
            all.push(format!("was last {what} at {}", date(time)));
        }
    }
    (!all.is_empty()).then(|| all.join(", "))
}

fn kind(mode: u32) -> Option<&'static str> {
    Some(match mode & TYPE {
        REGULAR => return None,
        0o040_000 => "is a directory",
        0o120_000 => "is a symbolic link",
        0o010_000 => "is a pipe",
        0o140_000 => "is a socket",
        0o020_000 | 0o060_000 => "is a device",
        _ => "is no regular file",
    })
}

/// What the program's user may do, and the rest as a number.
fn permissions(mode: u32, uid: u32, gid: u32, all: &mut Vec<String>) {
    let own = match (uid == USER, gid == USER) {
        (true, _) => mode >> 6 & 7,
        (false, true) => mode >> 3 & 7,
        (false, false) => mode & 7,
    };
    if own & 4 == 0 {
        all.push("cannot be read".to_owned());
    }
    if own & 2 == 0 {
        all.push("cannot be written".to_owned());
    }
    if own & 1 != 0 && mode & TYPE == REGULAR {
        all.push("can be executed".to_owned());
    }
    let of_others = 0o7777 & !0o700;
    if (mode ^ ORDINARY_MODE) & of_others != 0 {
        all.push(format!("has mode {:04o}", mode & 0o7777));
    }
}

/// Universal time.
fn date(seconds: i64) -> String {
    let since = u64::try_from(seconds)
        .ok()
        .map(std::time::Duration::from_secs);
    // What comes after the year 9999 is no date.
    match since.filter(|since| since.as_secs() < 253_402_300_800) {
        Some(since) => humantime::format_rfc3339_seconds(std::time::UNIX_EPOCH + since).to_string(),
        None => format!("second {seconds}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stat(mode: u32, uid: u32, size: i64, modified: i64) -> Vec<u8> {
        let mut stat = vec![0; 144];
        stat[24..28].copy_from_slice(&mode.to_le_bytes());
        stat[28..32].copy_from_slice(&uid.to_le_bytes());
        stat[32..36].copy_from_slice(&1000u32.to_le_bytes());
        stat[48..56].copy_from_slice(&size.to_le_bytes());
        stat[72..80].copy_from_slice(&ORDINARY_TIME.to_le_bytes());
        stat[88..96].copy_from_slice(&modified.to_le_bytes());
        stat
    }

    #[test]
    fn only_what_is_not_ordinary_is_said() {
        let said = |mode, uid, size, time| in_words(&stat(mode, uid, size, time), 4);
        assert_eq!(said(0o100_644, 1000, 4, ORDINARY_TIME), None);
        let is = |said: Option<String>, text: &str| assert_eq!(said.as_deref(), Some(text));
        is(said(0o100_244, 1000, 4, ORDINARY_TIME), "cannot be read");
        is(
            said(0o040_755, 0, 4, ORDINARY_TIME),
            "is a directory, belongs to root, cannot be written, has mode 0755",
        );
        is(
            said(0o100_744, 1000, 9, 1_500_000_000),
            "can be executed, has a size of 9 bytes, was last changed at 2017-07-14T02:40:00Z",
        );
        assert_eq!(in_words(&[0; 10], 4), None);
    }
}
