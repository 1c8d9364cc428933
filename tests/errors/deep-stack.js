// Ten frames are kept by default.
function deep(n) {
  if (n === 0) throw new Error('deep');
  deep(n - 1);
}
try {
  deep(50);
} catch (error) {
  const frames = error.stack.split('\n').slice(1);
  console.log(frames.length, frames.every((frame) => frame.includes('at deep (')));
}
