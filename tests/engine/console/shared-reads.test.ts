/** What many consoles ask alike: how often it is answered, and what nobody is given of another. */
import { createRouterClient } from '@orpc/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createChanges } from '../../../main/engine/changes/index.ts';
import { os } from '../../../main/engine/console/base.ts';
import { sharingReads } from '../../../main/engine/console/shared-reads.ts';
import type { Caller } from '../../../main/engine/serve-port.ts';
import { patience } from '../../patience.ts';
import { ManualClock } from '../manual-clock.ts';

const person = (personId: number): Caller => ({
  ...{ personId, name: `Persona ${personId} de prueba`, role: 'administrator', verdictLimit: null },
});

/** Procedures that count how often they are answered, and for whom. */
function office(isOffice = true) {
  const clock = new ManualClock();
  const changes = createChanges(clock);
  onTestFinished(() => changes.close());
  const answered: string[] = [];
  const held = { until: Promise.resolve() };
  const noting =
    (name: string) =>
    async ({ context }: { context: { caller?: Caller | undefined } }) => {
      answered.push(`${name} ${context.caller?.personId ?? 'nobody'}`);
      const total = answered.length;
      await held.until;
      return { rows: [], views: [], total, nextCursor: null, totalIsCapped: false } as never;
    };
  const router = os.use(sharingReads(isOffice ? { clock, changes } : null)).router({
    records: { list: os.records.list.handler(noting('list')) },
    views: { list: os.views.list.handler(noting('views')) },
    people: { lock: os.people.lock.handler(noting('lock')) },
  } as never);
  const as = (id: number) =>
    createRouterClient(
      router as never,
      { context: { via: 'browser', caller: person(id) } } as never,
    ) as unknown as {
      records: { list(input: object): Promise<{ total: number }> };
      views: { list(input: object): Promise<unknown> };
      people: { lock(): Promise<unknown> };
    };
  return { clock, changes, answered, held, as };
}

test('forty who ask at once are given one answer, made for nobody in particular', async () => {
  const { answered, as } = office();
  const totals = await Promise.all(
    Array.from({ length: 40 }, (_, index) => as(index + 1).records.list({ kind: 'purchaseOrder' })),
  );
  expect(answered).toEqual(['list nobody']);
  expect(new Set(totals.map(({ total }) => total))).toEqual(new Set([1]));
  await as(1).records.list({ kind: 'serviceOrder' });
  expect(answered).toHaveLength(2);
});

test('an answer that is being made when a change is told is nobody else’s afterwards', async () => {
  const { answered, as, changes, clock, held } = office();
  const stop = new AbortController();
  const heard = changes.subscribe(stop.signal);
  await heard.next();
  const { promise, resolve } = Promise.withResolvers<void>();
  held.until = promise;
  const first = as(1).records.list({});
  await vi.waitUntil(() => answered.length === 1, patience);
  changes.publish({ topic: 'records' });
  clock.advance(100);
  await heard.next();
  const second = as(2).records.list({});
  resolve();
  expect([(await first).total, (await second).total]).toEqual([1, 2]);
  expect(answered).toHaveLength(2);
  stop.abort();
});

test('what somebody did is in what is asked for afterwards, also where nobody was told yet', async () => {
  const { answered, as } = office();
  await as(1).records.list({});
  await as(1).people.lock();
  await as(1).records.list({});
  expect(answered).toEqual(['list nobody', 'lock 1', 'list nobody']);
});

test('an answer is given for a tenth of a second at the most, and one’s own to nobody else', async () => {
  const { answered, as, clock } = office();
  await as(1).records.list({});
  await as(1).views.list({ kind: 'purchaseOrder' });
  await as(2).views.list({ kind: 'purchaseOrder' });
  clock.advance(99);
  await as(2).records.list({});
  clock.advance(1);
  await as(3).records.list({});
  expect(answered).toEqual(['list nobody', 'views 1', 'views 2', 'list nobody']);
});

test('at one desk each call is answered by itself, to whoever asks', async () => {
  const { answered, as } = office(false);
  await Promise.all([as(1).records.list({}), as(2).records.list({})]);
  expect(answered).toEqual(['list 1', 'list 2']);
});

test('a call with what JSON has not is answered by itself, and its refusal stands for no other', async () => {
  const { answered, as } = office();
  const kind = 'purchaseOrder';
  const search = '1970-01-01T00:00:00.000Z';
  for (const input of [
    { kind, search: 5n },
    { kind, search: new Date(search) },
    { kind, limit: Number.NaN },
  ])
    await expect(as(1).records.list(input)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await as(2).records.list({ kind, search });
  expect(answered).toEqual(['list nobody']);
});

test('what failed for one who asked is asked for anew by the next', async () => {
  const { as, held } = office();
  const { promise, reject } = Promise.withResolvers<void>();
  held.until = promise;
  const first = as(1).records.list({});
  reject(new Error('Prueba'));
  await expect(first).rejects.toThrow();
  held.until = Promise.resolve();
  expect((await as(2).records.list({})).total).toBe(2);
});
