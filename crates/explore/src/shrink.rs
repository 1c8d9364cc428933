//! The shortest schedule that has the same outcome.

use crate::choice::Schedule;

/// Takes choices out of a schedule, half of them, a quarter, one at a time, and makes delays shorter, as long as `is_same` says that
/// the outcome stays. At the end none can be spared. Stops early when `is_same` gives nothing any more.
pub(crate) fn shrink(
    mut schedule: Schedule,
    mut is_same: impl FnMut(&Schedule) -> Option<bool>,
) -> Schedule {
    let mut size = schedule.0.len().div_ceil(2).max(1);
    loop {
        let mut start = 0;
        let mut has_shrunk = false;
        while start < schedule.0.len() {
            let mut fewer = schedule.clone();
            let end = (start + size).min(fewer.0.len());
            fewer.0.drain(start..end);
            match is_same(&fewer) {
                Some(true) => {
                    schedule = fewer;
                    has_shrunk = true;
                }
                Some(false) => start = end,
                None => return schedule,
            }
        }
        if size == 1 && !has_shrunk {
            break;
        }
        size = size.div_ceil(2);
    }
    for place in 0..schedule.0.len() {
        while schedule.0[place].chosen > 1 {
            let mut milder = schedule.clone();
            milder.0[place].chosen -= 1;
            match is_same(&milder) {
                Some(true) => schedule = milder,
                Some(false) => break,
                None => return schedule,
            }
        }
    }
    schedule
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::Choice;

    #[test]
    fn what_is_needed_is_left() {
        let choice = |nth| Choice {
            point: "job.start".into(),
            nth,
            chosen: 4,
        };
        let schedule = Schedule((0..30).map(choice).collect());
        let needs = |schedule: &Schedule| {
            let has = |nth, least| {
                let mut choices = schedule.0.iter();
                choices.any(|choice| choice.nth == nth && choice.chosen >= least)
            };
            Some(has(3, 2) && has(17, 1))
        };
        let shrunk = shrink(schedule, needs);
        assert_eq!(shrunk.to_string(), "job.start:3=2 job.start:17=1");
    }

    #[test]
    fn it_stops_when_there_is_no_time() {
        let schedule = Schedule::default();
        assert_eq!(shrink(schedule.clone(), |_| None), schedule);
    }
}
