//! A number for the content of files, to see whether something is still the same.

use crate::CompareError;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// FNV-1a, 64 bits: nobody tries to fool it, and it is the same on every machine.
#[derive(Debug, Clone)]
pub struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Fingerprint(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    pub fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    pub fn add_file(&mut self, path: &Path) -> Result<(), CompareError> {
        let unreadable = |source| CompareError::Unreadable {
            path: path.to_owned(),
            source,
        };
        let mut file = File::open(path).map_err(unreadable)?;
        let mut buffer = vec![0; 1 << 16];
        loop {
            match file.read(&mut buffer).map_err(unreadable)? {
                0 => return Ok(()),
                count => self.add(&buffer[..count]),
            }
        }
    }

    pub fn text(&self) -> String {
        format!("{:016x}", self.0)
    }
}

pub fn of_text(text: &str) -> String {
    let mut fingerprint = Fingerprint::default();
    fingerprint.add(text.as_bytes());
    fingerprint.text()
}
