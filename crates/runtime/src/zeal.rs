//! How often a debug engine collects, for tests: `RONDO_ZEAL=MODE,EVERY` has it collect, in the way of that mode, each time
//! so many things were allocated. Several such pairs have semicolons between them. With that a pointer which was held across
//! a collection shows at once.

use rondo_engine::Context;

/// Has the engine collect as the environment says, from here on.
pub(crate) fn begin(context: &Context) -> Result<(), String> {
    let Ok(text) = std::env::var("RONDO_ZEAL") else {
        return Ok(());
    };
    let modes = text.split(';').map(parse).collect::<Option<Vec<_>>>();
    let modes = modes.ok_or_else(|| format!("RONDO_ZEAL={text} is not MODE,EVERY"))?;
    context.enter(|scope| {
        for (mode, every) in modes {
            scope.set_gc_zeal(mode, every);
        }
    });
    Ok(())
}

fn parse(pair: &str) -> Option<(u8, u32)> {
    let (mode, every) = pair.split_once(',')?;
    Some((mode.parse().ok()?, every.parse().ok()?))
}
