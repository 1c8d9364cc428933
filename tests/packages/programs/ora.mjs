import ora from 'ora';
import { PassThrough } from 'node:stream';
const stream = new PassThrough();
let text = '';
stream.on('data', (part) => {
  text += part;
});
const spinner = ora({ text: 'working', stream, isEnabled: false }).start();
spinner.text = 'still';
spinner.succeed('done');
ora({ stream, isEnabled: false }).start('next').fail('broken');
ora({ stream, isEnabled: false }).warn('careful');
ora({ stream, isEnabled: false }).info('note');
console.log(JSON.stringify(text), spinner.isSpinning);
