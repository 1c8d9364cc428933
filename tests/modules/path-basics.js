// join, resolve, normalize, relative, parse, format.
const path = require('path');
console.log(path.join('/a', '..', 'b', './c', '', 'd/..'), path.join(), path.join('', ''), path.join('a/', '/b'));
console.log(path.normalize('/a//b/../c/./d/'), path.normalize('../../a'), path.normalize(''));
console.log(path.resolve('/a', 'b', '../c'), path.resolve('/a', '/b'), path.resolve('') === process.cwd());
console.log(path.relative('/a/b/c', '/a/d'), path.relative('/a', '/a'), path.relative('/a/b', '/'));
console.log(path.dirname('/a/b/c'), path.dirname('a'), path.dirname('/'), path.basename('/a/b.txt', '.txt'), path.extname('.a.b.'), path.extname('.hidden'));
console.log(path.parse('/home/user/file.tar.gz'), path.format({ dir: '/a', name: 'b', ext: '.c' }));
console.log(path.isAbsolute('/a'), path.isAbsolute('a'), path.sep, path.delimiter);
console.log(path.win32.join('a', '..', 'b'), path.win32.parse('C:\\x\\y.z'));
