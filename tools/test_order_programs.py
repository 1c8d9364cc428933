"""What the programs of order_fuzz are made of, and how they get smaller."""

import unittest

import order_programs
from order_programs import Step, count, generate, render, shrink


class Programs(unittest.TestCase):
    def test_a_seed_gives_the_same_program_each_time(self):
        self.assertEqual(render(generate(7)), render(generate(7)))
        self.assertNotEqual(render(generate(7)), render(generate(8)))

    def test_nothing_is_left_to_fill_in(self):
        for seed in range(300):
            body = render(generate(seed))[len(order_programs.PRELUDE):]
            self.assertNotRegex(body, r"BLOCK|TIMERS|\bE?ID\b|\$")

    def test_braces_are_closed(self):
        for seed in range(300):
            text = render(generate(seed))
            self.assertEqual(text.count("{"), text.count("}"), seed)
            self.assertEqual(text.count("("), text.count(")"), seed)

    def test_every_word_is_used(self):
        choices = [*order_programs.STEPS, *order_programs.TIMER_STEPS, *order_programs.LATE_STEPS,
                   *order_programs.ENDINGS]
        lines = " ".join(line for _, line in choices)
        for word in order_programs.WORDS:
            self.assertIn(f"${word}", lines)


class Shrinking(unittest.TestCase):
    def test_what_matters_is_left(self):
        for seed in range(40):
            steps = generate(seed)
            left = shrink(steps, lambda cut: "process.nextTick" in render(cut))
            if "process.nextTick" in render(steps):
                self.assertEqual(count(left), 1, render(left))

    def test_a_block_can_take_the_place_of_its_step(self):
        steps = [Step("a(() => { BLOCK });", [[Step("b();"), Step("c();")]])]
        left = shrink(steps, lambda cut: "c();" in render(cut))
        self.assertEqual([step.line for step in left], ["c();"])

    def test_timers_stay_in_their_group(self):
        steps = [Step("group(() => { TIMERS });", [[Step("first();", [], True), Step("second();")]])]
        left = shrink(steps, lambda cut: "first();" in render(cut))
        self.assertEqual(render(left).splitlines()[-3:], ["group(() => {", "  first();", "});"])


if __name__ == "__main__":
    unittest.main()
