require('reflect-metadata');
const { validate, IsEmail, Length, ValidateNested, IsInt, Min, registerDecorator } = require('class-validator');
const { plainToInstance, Type, Expose, instanceToPlain, Exclude } = require('class-transformer');
const { __decorate, __metadata, __extends, __awaiter, __rest, __spreadArray } = require('tslib');
class Inner {}
__decorate([IsInt(), Min(3)], Inner.prototype, 'n', undefined);
class User {}
__decorate([IsEmail()], User.prototype, 'mail', undefined);
__decorate([Length(2, 5), Expose({ name: 'called' })], User.prototype, 'name', undefined);
__decorate([ValidateNested(), Type(() => Inner)], User.prototype, 'inner', undefined);
__decorate([Exclude({ toPlainOnly: true })], User.prototype, 'secret', undefined);
const user = plainToInstance(User, { mail: 'x', called: 'toolong', inner: { n: 1 }, secret: 's' });
console.log(user instanceof User, user.inner instanceof Inner, instanceToPlain(user));
validate(user).then((errors) =>
  console.log(errors.map((e) => [e.property, e.constraints, e.children.map((c) => c.constraints)])),
);
Reflect.defineMetadata('k', 1, User);
console.log(Reflect.getMetadata('k', User), __rest({ a: 1, b: 2 }, ['a']), __spreadArray([1], [2], false));
