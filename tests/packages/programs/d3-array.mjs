import { extent, bisect, group, rollup, ticks, quantile, bin, cross, mean, deviation, sort, InternMap } from 'd3-array';
const list = [5, 1, 4, 2, 3];
console.log(
  extent(list),
  bisect([1, 2, 3], 2),
  group(
    [
      ['a', 1],
      ['b', 2],
      ['a', 3],
    ],
    (d) => d[0],
  ),
  rollup(
    list,
    (v) => v.length,
    (n) => n % 2,
  ),
  ticks(0, 1, 4),
  quantile(list, 0.25),
  bin()
    .thresholds(2)(list)
    .map((b) => [b.x0, b.x1, b.length]),
  cross([1, 2], ['x']),
  mean(list),
  deviation(list),
  sort(list, (a, b) => b - a),
);
