// Timeouts of 2, 1 and 0 ms set in one millisecond and due in one turn: 0 counts as 1, so 1, 0, 2.
// A millisecond may pass between the calls, so this takes what most of 25 rounds gave.
const counts = {};

function round(left) {
  if (left === 0) {
    const [order] = Object.entries(counts).sort((a, b) => b[1] - a[1])[0];
    console.log(order);
    return;
  }
  const seen = [];
  setTimeout(() => seen.push(2), 2);
  setTimeout(() => seen.push(1), 1);
  setTimeout(() => seen.push(0), 0);
  const end = performance.now() + 5;
  while (performance.now() < end);
  setTimeout(() => {
    counts[seen] = (counts[seen] ?? 0) + 1;
    round(left - 1);
  }, 10);
}

round(25);
