const {
  of,
  from,
  interval,
  Subject,
  BehaviorSubject,
  merge,
  combineLatest,
  throwError,
  firstValueFrom,
  timer,
  defer,
} = require('rxjs');
const {
  map,
  filter,
  scan,
  take,
  mergeMap,
  switchMap,
  concatMap,
  catchError,
  retry,
  debounceTime,
  toArray,
  groupBy,
  reduce,
  withLatestFrom,
  share,
  bufferCount,
  delay,
} = require('rxjs/operators');
const log = (name) => ({
  next: (v) => console.log(name, v),
  error: (e) => console.log(name, 'error', e.message),
  complete: () => console.log(name, 'done'),
});
of(1, 2, 3, 4)
  .pipe(
    filter((n) => n % 2 === 0),
    map((n) => n * 10),
    scan((a, b) => a + b),
  )
  .subscribe(log('sync'));
from(Promise.resolve('p')).subscribe(log('promise'));
interval(50).pipe(take(3), bufferCount(2)).subscribe(log('interval'));
const subject = new Subject();
subject.pipe(debounceTime(200)).subscribe(log('debounced'));
subject.next(1);
subject.next(2);
setTimeout(() => subject.complete(), 400);
const state = new BehaviorSubject(0);
combineLatest([state, of('x')]).subscribe(log('latest'));
state.next(1);
let tries = 0;
defer(() => (++tries < 3 ? throwError(() => new Error('no')) : of(tries)))
  .pipe(retry(5))
  .subscribe(log('retry'));
throwError(() => new Error('bad'))
  .pipe(catchError((e) => of(`caught ${e.message}`)))
  .subscribe(log('catch'));
of(1, 2)
  .pipe(
    concatMap((n) => of(n).pipe(delay(300))),
    toArray(),
  )
  .subscribe(log('concat'));
from([{ k: 1 }, { k: 2 }, { k: 1 }])
  .pipe(
    groupBy((o) => o.k),
    mergeMap((g) =>
      g.pipe(
        reduce((n) => n + 1, 0),
        map((n) => [g.key, n]),
      ),
    ),
  )
  .subscribe(log('group'));
firstValueFrom(timer(2).pipe(map(() => 'first'))).then(console.log);
