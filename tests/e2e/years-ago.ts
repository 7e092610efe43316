/** Preloaded by a Perito that fills a data directory: all its threads take it to be `PERITO_TEST_YEARS_AGO` years earlier. */
const milliseconds = Number(process.env['PERITO_TEST_YEARS_AGO']) * 365.25 * 86_400_000;
const now = Date.now;
Date.now = () => Math.round(now() - milliseconds);
globalThis.Date = new Proxy(Date, {
  construct: (target, given: [], newTarget) =>
    Reflect.construct(target, given.length === 0 ? [target.now()] : given, newTarget),
});
