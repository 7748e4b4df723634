//! Layers: each may answer a query cheaply, and learns from the answers of those behind it.

mod backend;
mod cores;
mod exact;
mod recent;
mod shared;

use std::sync::Arc;

use pleach_term::Terms;

use crate::backends::{Blaster, Query, Verdict, Z3};
use crate::scratch::Scratch;
use crate::statistics::{LayerId, Statistics};
use crate::{Effort, SecondTier, SolverConfig};
pub use shared::SharedCache;

/// What layers work with.
pub(crate) struct Context<'c> {
    pub terms: &'c Terms,
    pub scratch: &'c mut Scratch,
    pub statistics: &'c mut Statistics,
    pub effort: Effort,
}

/// One way of answering. `Unknown` is passed on to the next layer, and is the chain's answer when
/// there is none.
pub(crate) trait Layer: Send {
    fn ask(&mut self, context: &mut Context<'_>, query: Query<'_>) -> Option<Verdict>;

    /// Another layer has answered.
    fn learn(&mut self, _context: &mut Context<'_>, _query: Query<'_>, _verdict: &Verdict) {}

    /// Terms have been swept: what is remembered about them is void.
    fn forget(&mut self) {}
}

/// The layers that are switched on, in the order in which they are asked.
pub(crate) fn registered(
    config: &SolverConfig,
    shared: &Arc<SharedCache>,
) -> Vec<(LayerId, Box<dyn Layer>)> {
    let on = config.layers;
    let mut layers: Vec<(LayerId, Box<dyn Layer>)> = Vec::new();
    if on.exact {
        layers.push((LayerId::Exact, Box::new(exact::Exact::new(shared.clone()))));
    }
    if on.cores {
        layers.push((LayerId::Cores, Box::new(cores::Cores::new(shared.clone()))));
    }
    if on.recent {
        layers.push((
            LayerId::RecentModels,
            Box::new(recent::RecentModels::new(config.recent_models)),
        ));
    }
    if on.blaster {
        let blaster = Blaster::new(config.recycle_at);
        layers.push((LayerId::Blaster, backend::layer(blaster, config)));
    }
    if config.second_tier == SecondTier::Z3 {
        layers.push((LayerId::SecondTier, backend::layer(Z3::new(), config)));
    }
    layers
}
