// A property of null (engines word it differently).
const nothing = null;
nothing.property;
