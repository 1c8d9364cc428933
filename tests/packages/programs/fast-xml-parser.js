const { XMLParser, XMLBuilder, XMLValidator } = require('fast-xml-parser');
const xml = '<?xml version="1.0"?><a x="1"><b>2</b><b>3.50</b><c><![CDATA[<raw>]]></c><d>&lt;&#65;</d><e/></a>';
console.log(
  JSON.stringify(new XMLParser({ ignoreAttributes: false }).parse(xml)),
  JSON.stringify(new XMLParser({ preserveOrder: true }).parse('<q>1<w/>2</q>')),
  XMLValidator.validate('<a><b></a>'),
);
console.log(
  new XMLBuilder({ ignoreAttributes: false, format: true }).build({ a: { '@_k': 'v', b: [1, 'x<y'], c: '' } }),
);
