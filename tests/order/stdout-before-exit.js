// What a pipe takes at once is out before process.exit() ends the program.
const line = `${'x'.repeat(99)}\n`;
let count = 0;
for (let i = 0; i < 500; i++) count += process.stdout.write(line);
process.stdout.write(`${count} writes took all at once\n`);
process.exit();
