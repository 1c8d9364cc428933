// An error made in one place and thrown in another: the line is that of the throw, the stack that of the making.
function make() {
  return new Error('made elsewhere');
}
const error = make();

throw error;
