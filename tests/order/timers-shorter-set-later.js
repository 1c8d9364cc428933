// A shorter timer set later overtakes a longer one.
setTimeout(() => console.log('long'), 150);
setTimeout(() => {
  console.log('half way');
  setTimeout(() => console.log('short'), 5);
}, 20);
