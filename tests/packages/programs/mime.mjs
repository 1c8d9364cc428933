import mime, { Mime } from 'mime';
import types from 'mime-types';
console.log(
  mime.getType('a/b.json'),
  mime.getExtension('image/jpeg'),
  mime.getType('none.zzz'),
  new Mime({ 'x/y': ['q'] }).getType('f.q'),
  types.lookup('.html'),
  types.contentType('a.css'),
  types.extension('text/plain; charset=x'),
  types.charset('text/x'),
);
