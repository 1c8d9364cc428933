// process.exit() without an argument keeps exitCode.
process.exitCode = 25;
process.exit();
