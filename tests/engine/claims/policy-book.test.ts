import { createRouterClient } from '@orpc/server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../main/engine/clock.ts';
import { claimProcedures } from '../../../main/engine/console/claims.ts';
import { coverageCheckForReports } from '../../../main/engine/coverage-check.ts';
import { createRecords, type Records } from '../../../main/engine/records/index.ts';
import { findImport, listFindings } from '../../../main/engine/store/index.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import { generalInfo, incidentReport } from '../incident-reports.ts';
import { openPolicies, row } from '../policies/house.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** What the vehicles of these tests have, assigned. */
const coverageOfIncident = { collision: ['COL'], fire: ['INC'] };
const actor = { person: '', via: 'token' } as const;

/** The policy book with records beside it, whose reports are looked at as the book says. */
async function openBook(dataDir: string) {
  const opened = Promise.withResolvers<Records>();
  const house = await openPolicies(dataDir, {
    derivers: { incidentReport: async (entry) => (await opened.promise).derive(entry) },
  });
  const { store, changes, settings, policies } = house;
  const checkCoverage = coverageCheckForReports(policies);
  const records = createRecords({ store, clock: systemClock, changes, settings, checkCoverage });
  opened.resolve(records);
  await settings.update({ coverageOfIncident }, actor);
  records.start();
  return {
    ...house,
    records,
    async close() {
      await records.stop();
      await house.close();
    },
  };
}

test('what the book says of a report comes and goes with the book, and lookups are told', async () => {
  const { store, changes, settings, records, answers, lookups, book, receive, close } = await openBook(
    temporaryFolder(),
  );
  onTestFinished(close);
  const general = generalInfo({ insurancePolicyNumber: 'auto-77', vinNumber: '1HGCM82633A004352' });
  const json = incidentReport(1, { generalInfo: general });
  const { recordId } = await receive({ kind: 'incidentReport', marketplaceId: 1, body: json });
  const policyCodes = async () =>
    (await store.read((tx) => listFindings(tx, recordId, 1)))
      .map(({ code }) => code)
      .filter((code) => code.startsWith('policy.'));
  const until = async (codes: string[]) => {
    const leave = new AbortController();
    for await (const _ of changes.subscribe(leave.signal)) {
      if (JSON.stringify(await policyCodes()) === JSON.stringify(codes)) break;
    }
    leave.abort();
  };
  await records.examiner.idle();
  expect(await policyCodes()).toEqual([]);

  await book.import({ rows: [row({ insurancePolicyNumber: 'OTHER-1', vin: '1M8GDM9AXKP042788' })] });
  await until(['policy.unknown']);
  const vehicle = { insurancePolicyNumber: 'AUTO-77', vin: '1HGCM82633A004352', validFrom: '', validTo: '' };
  await book.import({ rows: [row({ ...vehicle, excluded: '1', premiumUnpaid: '0' })] });
  await until(['policy.excluded']);

  await answers.lookup({ insurancePolicyNumber: 'AUTO-77', incidentDate: '2026-11-19' }, 'Mercado');
  await lookups.list();
  const claims = createRouterClient(claimProcedures(store, settings), { context: { via: 'token' } as const });
  const { timeline } = await claims.get({ by: 'policy', value: 'AUTO-77' });
  expect(timeline.filter(({ event }) => event === 'lookup')).toMatchObject([
    { recordId: null, text: 'AUTO-77', who: 'Mercado' },
  ]);
});

describe('a report is looked at again', () => {
  const body = incidentReport(1, {
    generalInfo: generalInfo({ insurancePolicyNumber: 'AUTO-77', vinNumber: '1HGCM82633A004352' }),
  });
  const vehicle = { insurancePolicyNumber: 'AUTO-77', vin: '1HGCM82633A004352', validFrom: '', validTo: '' };

  async function open(dataDir: string) {
    const house = await openBook(dataDir);
    const { store, records } = house;
    return {
      ...house,
      receive(general: object = {}) {
        const json = { ...body, generalInfo: { ...body.generalInfo, ...general } };
        return house.receive({ kind: 'incidentReport', marketplaceId: 1, body: json });
      },
      async codes() {
        await records.examiner.idle();
        const found = await store.read((tx) => listFindings(tx, 1, 1));
        return found.map(({ code }) => code).filter((code) => code.startsWith('policy.'));
      },
    };
  }

  const changesOfBook: [
    what: string,
    change: (book: Awaited<ReturnType<typeof open>>['book']) => Promise<unknown>,
    codes: string[],
  ][] = [
    [
      'imported',
      (book) => book.import({ rows: [row({ ...vehicle, excluded: '1', premiumUnpaid: '0' })] }),
      ['policy.excluded'],
    ],
    [
      'corrected',
      (book) => book.save({ id: 1, fields: { ...row({ ...vehicle, excluded: '1', premiumUnpaid: '0' }) } }),
      ['policy.excluded'],
    ],
    ['removed', (book) => book.remove({ id: 1 }), ['policy.unknown']],
  ];
  test.each(changesOfBook)('where its vehicle was %s while nobody examined', async (_, change, codes) => {
    const dataDir = temporaryFolder();
    const before = await open(dataDir);
    const other = row({ insurancePolicyNumber: 'OTHER-1', vin: '1M8GDM9AXKP042788' });
    await before.book.import({ rows: [row({ ...vehicle, excluded: '0', premiumUnpaid: '0' }), other] });
    await before.receive();
    expect(await before.codes()).toEqual([]);
    await before.close();
    // As the command line's import, or a program that ended before it was told of the change.
    const alone = await openPolicies(dataDir);
    await change(alone.book);
    await alone.close();
    const after = await open(dataDir);
    expect(await after.codes()).toEqual(codes);
    await after.close();
  });

  test('beside the book of its own transaction, before anybody is told of the change', async () => {
    const house = await open(temporaryFolder());
    const { store, records } = house;
    await house.receive();
    expect(await house.codes()).toEqual([]);
    const { write } = store;
    let isImported = false;
    store.write = async (job) => {
      const result = await write(job);
      const { state } = (await store.read((tx) => findImport(tx, 1))) ?? {};
      if (state !== 'imported' || isImported) return result;
      isImported = true;
      // What the change has queued is done before its answer is heard.
      records.examiner.wake();
      await records.examiner.idle();
      expect(await house.codes()).toEqual(['policy.excluded']);
      return result;
    };
    await house.book.import({ rows: [row({ ...vehicle, excluded: '1', premiumUnpaid: '0' })] });
    expect(isImported).toBe(true);
    await house.close();
  });

  test('when the rules of the settings change', async () => {
    const house = await open(temporaryFolder());
    await house.book.import({ rows: [row({ ...vehicle, excluded: '1', premiumUnpaid: '0' })] });
    await house.receive();
    expect(await house.codes()).toEqual(['policy.excluded']);
    const rule = { ...house.settings.current().policyRules.excluded, on: false };
    await house.settings.update({ policyRules: { excluded: rule } }, { person: 'Ana Prueba', via: 'token' });
    // Behind what was queued when the settings changed.
    await house.store.write(async () => null);
    expect(await house.codes()).toEqual([]);
    await house.close();
  });

  test('when coverages are assigned to incident types', async () => {
    const house = await open(temporaryFolder());
    await house.book.import({ rows: [row({ ...vehicle, coverages: 'NEW:Cobertura nueva' })] });
    await house.receive();
    const codesWith = async (assignments: Partial<Settings['coverageOfIncident']>) => {
      await house.settings.update({ coverageOfIncident: assignments }, actor);
      await house.store.write(async () => null);
      return house.codes();
    };
    expect(await house.codes()).toEqual(['policy.coverNotChecked']);
    expect(await codesWith({ none: ['NEW'] })).toEqual(['policy.noCoverage']);
    expect(await codesWith({ none: [], collision: ['NEW'] })).toEqual([]);
    expect(await codesWith({ collision: [] })).toEqual(['policy.coverNotChecked']);
    await house.close();
  });

  test.each([
    ['2026-11-21T03:30:00Z', ['policy.maybeNotInForce']],
    ['2026-11-20T23:30:00', []],
    ['2026-11-21T00:30:00', ['policy.notInForce']],
    ['2026-11-22T03:30:00Z', ['policy.notInForce']],
    ['2026-11-20T03:30:00Z', []],
  ])('an incident at %s, with a policy until the 20th', async (incidentDateTime, codes) => {
    const house = await open(temporaryFolder());
    await house.book.import({ rows: [row({ ...vehicle, validTo: '2026-11-20' })] });
    await house.receive({ incidentDateTime });
    expect(await house.codes()).toEqual(codes);
    await house.close();
  });
});
