// A call of what is no function (engines word it differently).
const object = {};
object.method();
