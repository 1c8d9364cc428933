const PDFDocument = require('pdfkit');
const QRCode = require('qrcode');
const { PNG } = require('pngjs');
(async () => {
  const doc = new PDFDocument({ info: { CreationDate: new Date(0), ModDate: new Date(0) }, compress: false });
  const parts = [];
  doc.on('data', (part) => parts.push(part));
  const ended = new Promise((done) => doc.on('end', done));
  doc
    .fontSize(20)
    .text('Hello wörld', 100, 100)
    .moveTo(0, 0)
    .lineTo(50, 50)
    .stroke('red')
    .addPage()
    .image(await QRCode.toBuffer('inside'), 10, 10);
  doc.end();
  await ended;
  const text = Buffer.concat(parts).toString('latin1');
  console.log(text.startsWith('%PDF'), (text.match(/\/Type \/Page\b/g) ?? []).length, text.trimEnd().endsWith('%%EOF'));
  console.log(await QRCode.toString('hello', { type: 'utf8' }), (await QRCode.toString('x', { type: 'svg' })).length);
  const png = new PNG({ width: 2, height: 2 });
  png.data.fill(200);
  const back = PNG.sync.read(PNG.sync.write(png));
  console.log(back.width, [...back.data]);
})();
