//! No session loses memory, whatever its peer sends.

mod peers;

#[test]
fn nothing_is_lost() {
    let rounds = peers::rounds() / 15;
    rondo_leaks::check(&[
        ("frames", &|| peers::frames_that_are_made_up(rounds)),
        ("changed bytes", &|| {
            peers::bytes_that_change_on_the_way(rounds)
        }),
    ]);
}
