// A report is written when an error ends the program.
'use strict';

process.report.reportOnUncaughtException = true;
process.report.filename = 'stdout';
process.report.compact = true;
const { log } = console;
process.on('exit', () => log('exit'));
throw new Error('the end');
