use procfs::{CpuInfo, Current, LoadAverage};

/// The processor's name, if it has one.
pub fn processor() -> Option<String> {
    let info = CpuInfo::current().ok()?;
    info.model_name(0).map(str::to_owned)
}

/// Processes that wanted to run, on average over the last 1, 5 and 15 minutes.
pub fn load() -> Option<[f32; 3]> {
    let load = LoadAverage::current().ok()?;
    Some([load.one, load.five, load.fifteen])
}
