//! How many questions lie ahead of a place, and how many of them depend on what.

use crate::merge::flow::Carrier;
use pleach_ir::Slot;

/// What depends on a carrier.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Share {
    /// Questions, in the unit of its [`Counts`].
    pub count: f64,
    /// Whether it may flow into what the function returns.
    pub returned: bool,
}

impl Share {
    pub fn and(self, other: Share) -> Share {
        Share {
            count: self.count + other.count,
            returned: self.returned || other.returned,
        }
    }

    fn is_nothing(self) -> bool {
        self.count == 0.0 && !self.returned
    }
}

/// Numbers get as large as 1.6 to the power of the branches ahead, loops unrolled: larger than any
/// float. So they have a unit, `2^(256 * scale)`.
const UNIT: f64 = f64::from_bits((1023 + 256) << 52);

/// What a unit is worth in the one that is so many steps larger.
fn worth(steps: i64) -> f64 {
    match steps {
        0 => 1.0,
        1..=3 => UNIT.powi(-(steps as i32)),
        _ => 0.0,
    }
}

/// Shares of the total below this are forgotten: far below any sensible threshold.
const SMALLEST_SHARE: f64 = 1e-30;

/// A count with its unit.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Amount {
    digits: f64,
    scale: i64,
}

impl Amount {
    pub fn plus(self, other: Amount) -> Amount {
        let scale = self.scale.max(other.scale);
        let digits = self.digits * worth(scale - self.scale);
        Amount {
            digits: digits + other.digits * worth(scale - other.scale),
            scale,
        }
    }

    /// Whether it is more than this fraction of the whole.
    pub fn exceeds(self, fraction: f64, whole: Amount) -> bool {
        let scale = self.scale.max(whole.scale);
        let (part, whole) = (self.at(scale), whole.at(scale));
        part > fraction * whole
    }

    fn at(self, scale: i64) -> f64 {
        self.digits * worth(scale - self.scale)
    }

    #[cfg(test)]
    pub fn is_sound(self, whole: Amount) -> bool {
        self.digits.is_finite() && self.digits >= 0.0 && self.at(whole.scale) <= whole.digits
    }
}

/// The estimate at one place: questions ahead (the paper's Q_t), and for each carrier those that
/// depend on its value there (Q_add). Never more of the latter than of the former.
#[derive(Debug, Clone, Default)]
pub(crate) struct Counts {
    scale: i64,
    total: f64,
    /// Sorted by carrier.
    shares: Vec<(Carrier, Share)>,
}

impl Counts {
    /// Questions ahead; infinite where a float cannot hold the number.
    #[cfg(test)]
    pub fn total(&self) -> f64 {
        self.float(self.total)
    }

    /// Questions ahead that depend on this carrier's value.
    #[cfg(test)]
    pub fn of(&self, carrier: Carrier) -> f64 {
        self.float(self.share(carrier).count)
    }

    #[cfg(test)]
    fn float(&self, digits: f64) -> f64 {
        match digits {
            0.0 => 0.0,
            _ => digits * UNIT.powi(self.scale.min(i64::from(i32::MAX)) as i32),
        }
    }

    pub(super) fn amount(&self, digits: f64) -> Amount {
        Amount {
            digits,
            scale: self.scale,
        }
    }

    pub(super) fn whole(&self) -> Amount {
        self.amount(self.total)
    }

    /// Whether a question ahead depends on this carrier's value.
    pub fn asks_about(&self, carrier: Carrier) -> bool {
        self.share(carrier).count > 0.0
    }

    /// The global variables that questions or results depend on.
    pub fn globals(&self) -> impl Iterator<Item = Carrier> {
        let carriers = self.shares.iter().map(|(carrier, _)| *carrier);
        carriers.filter(|carrier| matches!(carrier, Carrier::Global(_)))
    }

    /// Whether this carrier's value may flow into what the function returns.
    pub fn returns(&self, carrier: Carrier) -> bool {
        self.share(carrier).returned
    }

    pub(super) fn shares(&self) -> &[(Carrier, Share)] {
        &self.shares
    }

    pub(super) fn share(&self, carrier: Carrier) -> Share {
        match self.find(carrier) {
            Ok(at) => self.shares[at].1,
            Err(_) => Share::default(),
        }
    }

    fn find(&self, carrier: Carrier) -> Result<usize, usize> {
        self.shares.binary_search_by_key(&carrier, |(c, _)| *c)
    }

    /// Takes a carrier out: what it holds before is not what it holds from here on.
    pub(super) fn take(&mut self, carrier: Carrier) -> Share {
        match self.find(carrier) {
            Ok(at) => self.shares.remove(at).1,
            Err(_) => Share::default(),
        }
    }

    pub(super) fn add(&mut self, carrier: Carrier, share: Share) {
        // The published estimate knows nothing of memory that is not told apart.
        if share.is_nothing() || carrier == Carrier::Elsewhere {
            return;
        }
        match self.find(carrier) {
            Ok(at) => self.shares[at].1 = self.shares[at].1.and(share),
            Err(at) => self.shares.insert(at, (carrier, share)),
        }
    }

    /// One question that depends on these.
    pub(super) fn ask(&mut self, about: &[Carrier]) {
        let count = worth(self.scale);
        self.total += count;
        let share = Share {
            count,
            returned: false,
        };
        about.iter().for_each(|carrier| self.add(*carrier, share));
    }

    pub(super) fn keep_registers(&mut self, keep: impl Fn(Slot) -> bool) {
        self.shares.retain(|(carrier, _)| match carrier {
            Carrier::Register(slot) => keep(*slot),
            _ => true,
        });
    }

    /// Adds what lies ahead on another way, times `weight`.
    pub(super) fn add_way(&mut self, other: &Counts, weight: f64) {
        let weight = weight * self.align(other);
        self.total += weight * other.total;
        let mine = std::mem::take(&mut self.shares);
        self.shares = Vec::with_capacity(mine.len().max(other.shares.len()));
        let mut mine = mine.into_iter().peekable();
        for &(carrier, share) in &other.shares {
            while let Some(entry) = mine.next_if(|(c, _)| *c < carrier) {
                self.shares.push(entry);
            }
            let before = mine.next_if(|(c, _)| *c == carrier);
            let share = Share {
                count: share.count * weight,
                returned: share.returned,
            };
            let before = before.map_or(Share::default(), |(_, share)| share);
            self.shares.push((carrier, before.and(share)));
        }
        self.shares.extend(mine);
    }

    /// Adds to the questions without saying what they depend on. The answer is what shares of the
    /// other are worth here.
    pub(super) fn add_total(&mut self, other: &Counts) -> f64 {
        let worth = self.align(other);
        self.total += worth * other.total;
        worth
    }

    /// Makes the unit at least as large as the other's, and says what the other's is worth.
    pub(super) fn align(&mut self, other: &Counts) -> f64 {
        if self.scale < other.scale {
            self.raise(other.scale);
        }
        worth(self.scale - other.scale)
    }

    fn raise(&mut self, scale: i64) {
        let factor = worth(scale - self.scale);
        self.total *= factor;
        for (_, share) in &mut self.shares {
            share.count *= factor;
        }
        self.scale = scale;
    }

    /// Keeps numbers in range, and drops what does not count. The sum over two ways by which a value
    /// flows into one question may exceed the total, which the definition does not allow.
    pub(super) fn tidy(&mut self) {
        if self.total > UNIT {
            self.raise(self.scale + 1);
        }
        let (total, least) = (self.total, self.total * SMALLEST_SHARE);
        self.shares.retain_mut(|(_, share)| {
            share.count = share.count.min(total);
            if share.count <= least {
                share.count = 0.0;
            }
            !share.is_nothing()
        });
    }
}
