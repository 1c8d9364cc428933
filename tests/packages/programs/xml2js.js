const xml2js = require('xml2js');
xml2js.parseString('<r a="1"><!-- c --><i>x</i><i k="v">y &amp; z</i><e/><![CDATA[raw <b>]]></r>', (error, value) =>
  console.log(error, JSON.stringify(value)),
);
(async () => {
  console.log(
    await xml2js.parseStringPromise('<a><b>1</b><b>true</b></a>', {
      explicitArray: false,
      valueProcessors: [xml2js.processors.parseNumbers, xml2js.processors.parseBooleans],
    }),
  );
  await xml2js.parseStringPromise('<a><b></a>').catch((error) => console.log(error.message));
  console.log(
    new xml2js.Builder({ renderOpts: { pretty: true } }).buildObject({
      root: { $: { id: 1 }, item: ['x', { _: 'y<', $: { k: 'v' } }] },
    }),
  );
})();
