import { expect, onTestFinished, test } from 'vitest';
import type { CheckCoverage } from '../../../main/engine/records/index.ts';
import {
  enqueueRecheck,
  findRecord,
  findSetting,
  listFindings,
  orderLink,
} from '../../../main/engine/store/index.ts';
import { billed, billing, creditNote, openClaims, ordered } from '../claims/house.ts';
import { generalInfo, incidentReport } from '../incident-reports.ts';
import { ManualClock } from '../manual-clock.ts';
import { purchaseOrder } from '../orders.ts';
import { temporaryFolder } from '../temporary-folder.ts';

async function openHouse(options: Parameters<typeof openClaims>[0] = {}) {
  const house = await openClaims(options);
  onTestFinished(() => house.end());
  return {
    ...house,
    /** Codes beside other records, with what their texts name. */
    async beside(recordId: number) {
      await house.examined();
      const row = await house.store.read((tx) => findRecord(tx, recordId));
      const findings = await house.store.read((tx) => listFindings(tx, recordId, row?.revision ?? 0));
      expect(row?.findingCount).toBe(findings.length);
      return findings
        .filter(({ code }) =>
          /^(order|policy|document\.related|receipt\.duplicate|incident\.same|guid\.ofOther)/.test(code),
        )
        .map(({ code }) => code);
    },
  };
}

const hood = (price = 1000) => [billed(1, 'Bonete', 1, price)];
const order = (id: number, changes: Record<string, unknown> = {}) =>
  purchaseOrder(id, { items: [ordered(1, 'Bonete', 1, 1000)], ...changes });

test('order.unknown goes when the order arrives', async () => {
  const house = await openHouse();
  const { recordId } = await house.send('financialDocument', 1, billing(1, hood(), { purchaseOrderId: 5 }));
  expect(await house.beside(recordId)).toEqual(['order.unknown']);
  await house.send('purchaseOrder', 5, order(5));
  expect(await house.beside(recordId)).toEqual([]);
});

test('order.otherClaim comes and goes with revisions of the order', async () => {
  const house = await openHouse();
  await house.send('purchaseOrder', 5, order(5));
  const { recordId } = await house.send('financialDocument', 1, billing(1, hood(), { purchaseOrderId: 5 }));
  expect(await house.beside(recordId)).toEqual([]);
  await house.send('purchaseOrder', 5, order(5, { insuranceClaimNumber: 'OTRO-1' }));
  expect(await house.beside(recordId)).toEqual(['order.otherClaim']);
  await house.send('purchaseOrder', 5, order(5, { comments: 'Otra vez' }));
  expect(await house.beside(recordId)).toEqual([]);
});

test('the invoice that goes beyond the order is told of, until a credit note makes it good', async () => {
  const house = await openHouse();
  await house.send('purchaseOrder', 5, order(5));
  const first = await house.send('financialDocument', 1, billing(1, hood(), { purchaseOrderId: 5 }));
  const second = await house.send('financialDocument', 2, billing(2, hood(300), { purchaseOrderId: 5 }));
  expect(await house.beside(first.recordId)).toEqual([]);
  expect(await house.beside(second.recordId)).toEqual(['order.overInvoiced']);
  const credit = { ...creditNote, purchaseOrderId: 5, relatedDocumentId: 2 };
  await house.send('financialDocument', 3, billing(3, hood(300), credit, 'E340000000001'));
  expect(await house.beside(second.recordId)).toEqual([]);
});

test('the later document has receipt.duplicate; it goes when the earlier one is sent with its right receipt', async () => {
  const house = await openHouse();
  const about = { purchaseOrderId: null };
  const first = await house.send('financialDocument', 1, billing(1, hood(), about, 'E310000000001'));
  const later = await house.send('financialDocument', 2, billing(2, hood(), about, ' e310000000001'));
  expect(await house.beside(first.recordId)).toEqual([]);
  expect(await house.beside(later.recordId)).toEqual(['receipt.duplicate']);
  await house.send('financialDocument', 1, billing(1, hood(), about, 'E310000000009'));
  expect(await house.beside(later.recordId)).toEqual([]);
  await house.send('financialDocument', 1, billing(1, hood(), about, 'E310000000001'));
  expect(await house.beside(later.recordId)).toEqual(['receipt.duplicate']);
});

test('a credit note with the receipt of its invoice is no second invoice', async () => {
  const house = await openHouse();
  const about = { purchaseOrderId: null };
  await house.send('financialDocument', 1, billing(1, hood(), about, 'E310000000001'));
  const credit = await house.send(
    'financialDocument',
    2,
    billing(2, hood(), { ...about, ...creditNote }, 'E310000000001'),
  );
  expect(await house.beside(credit.recordId)).toEqual([]);
});

test('guid.ofOther is on the later record of the same kind, and goes when the earlier one is sent with its own', async () => {
  const house = await openHouse();
  const purchaseOrderGuid = '7f6a2c1e-9d1b-4c53-8a57-0b6f7d2e1a90';
  const first = await house.send('purchaseOrder', 5, order(5, { purchaseOrderGuid }));
  const later = await house.send(
    'purchaseOrder',
    6,
    order(6, { purchaseOrderGuid: purchaseOrderGuid.toUpperCase() }),
  );
  const other = await house.send(
    'financialDocument',
    5,
    billing(5, hood(), { documentGuid: purchaseOrderGuid, purchaseOrderId: null }),
  );
  expect(await house.beside(first.recordId)).toEqual([]);
  expect(await house.beside(later.recordId)).toEqual(['guid.ofOther']);
  expect(await house.beside(other.recordId)).toEqual([]);
  await house.send('purchaseOrder', 5, order(5));
  expect(await house.beside(later.recordId)).toEqual([]);
});

test('of several earlier records the first is named, and how many there are', async () => {
  const house = await openHouse();
  const { purchaseOrderGuid } = order(1);
  const numbers: string[] = [];
  let recordId = 0;
  for (const id of [5, 6, 7, 8]) {
    const sent = await house.send('purchaseOrder', id, order(id, { purchaseOrderGuid }));
    numbers.push(sent.number);
    recordId = sent.recordId;
  }
  await house.examined();
  const findings = await house.store.read((tx) => listFindings(tx, recordId, 1));
  const parameters = findings.filter(({ code }) => code === 'guid.ofOther').map((row) => row.parameters);
  expect(parameters.map((json) => JSON.parse(json))).toMatchObject([{ number: numbers[0], others: 3 }]);
});

test('an order of a day to come stays told of when its other findings change', async () => {
  const house = await openHouse();
  const first = await house.send('purchaseOrder', 5, order(5));
  const { purchaseOrderGuid } = order(5);
  const later = await house.send(
    'purchaseOrder',
    6,
    order(6, { purchaseOrderGuid, createdOnUtcDate: '2062-11-20T14:05:31Z' }),
  );
  expect((await house.beside(later.recordId)).toSorted()).toEqual(['guid.ofOther', 'order.futureDate']);
  await house.send('purchaseOrder', 5, order(5, { purchaseOrderGuid: order(7).purchaseOrderGuid }));
  expect(await house.beside(first.recordId)).toEqual([]);
  expect(await house.beside(later.recordId)).toEqual(['order.futureDate']);
});

test('document.relatedUnknown goes when that document arrives', async () => {
  const house = await openHouse();
  const about = { purchaseOrderId: null };
  const credit = await house.send(
    'financialDocument',
    2,
    billing(2, hood(), { ...about, relatedDocumentId: 1 }),
  );
  expect(await house.beside(credit.recordId)).toEqual(['document.relatedUnknown']);
  await house.send('financialDocument', 1, billing(1, hood(), about));
  expect(await house.beside(credit.recordId)).toEqual([]);
});

test('the later report of one vehicle and day has incident.sameVehicleAndDate', async () => {
  const house = await openHouse();
  const on = (incidentDateTime: string) => ({ generalInfo: generalInfo({ incidentDateTime }) });
  const first = await house.send('incidentReport', 1, incidentReport(1, on('2026-11-19T08:00:00')));
  const same = await house.send('incidentReport', 2, incidentReport(2, on('2026-11-19T21:00:00')));
  const other = await house.send('incidentReport', 3, incidentReport(3, on('2026-11-18T21:00:00')));
  expect(await house.beside(first.recordId)).toEqual([]);
  expect(await house.beside(same.recordId)).toEqual(['incident.sameVehicleAndDate']);
  expect(await house.beside(other.recordId)).toEqual([]);
  await house.send('incidentReport', 1, incidentReport(1, on('2026-11-18T08:00:00')));
  expect(await house.beside(same.recordId)).toEqual([]);
  expect(await house.beside(other.recordId)).toEqual(['incident.sameVehicleAndDate']);
});

test('order.cancelled comes when the cancellation is delivered, not when it is decided', async () => {
  const house = await openHouse();
  await house.send('purchaseOrder', 5, order(5));
  const { recordId } = await house.send('financialDocument', 1, billing(1, hood(), { purchaseOrderId: 5 }));
  const deliver = await house.cancel('purchaseOrder', 5);
  expect(await house.beside(recordId)).toEqual([]);
  await deliver();
  expect(await house.beside(recordId)).toEqual(['order.cancelled']);
  const { ledger } = await house.claims.get({ by: 'claimNumber', value: 'RC-2026-118' });
  expect(ledger).toMatchObject([
    { ordered: '1180', cancelled: '1180', invoiced: '1180', outstanding: '0', toCredit: '1180' },
  ]);
});

test('the policy book is asked with all that a report says of policy, vehicle, day and incident', async () => {
  const questions: Parameters<CheckCoverage>[1][] = [];
  const house = await openHouse({
    checkCoverage: async (_tx, question) => {
      questions.push(question);
      return null;
    },
  });
  const incident = generalInfo({ incidentDateTime: '2026-11-19T02:00:00Z', incidentReportTypeId: 4 });
  const { insurancePolicyNumber: policyNumber, vinNumber: vin } = incident;
  const { recordId } = await house.send('incidentReport', 1, incidentReport(1, { generalInfo: incident }));
  await house.beside(recordId);
  expect(questions).toEqual([
    { policyNumber, vin, incidentDate: '2026-11-18', otherDate: '2026-11-19', incidentTypeId: 4 },
  ]);
});

test('reports are looked at again when the policy book changes', async () => {
  let verdict: Awaited<ReturnType<CheckCoverage>> = null;
  const house = await openHouse({ checkCoverage: async () => verdict });
  const sent: number[] = [];
  for (let id = 1; id <= 20; id++) {
    const general = generalInfo({ vinNumber: `1HGCM82633A0043${id + 10}` });
    sent.push(
      (await house.send('incidentReport', id, incidentReport(id, { generalInfo: general }))).recordId,
    );
  }
  const all = async () => {
    const codes = new Set<string>();
    for (const id of sent) for (const code of await house.beside(id)) codes.add(code);
    return [...codes];
  };
  expect(await all()).toEqual([]);
  verdict = { found: false, period: null, cover: null, rules: [] };
  await house.records.recheck({ name: 'incidentReport', value: '' });
  expect(await all()).toEqual(['policy.unknown']);
  verdict = { found: true, period: 'inForce', cover: null, rules: ['excluded'] };
  await house.records.recheck({ name: 'policy', value: 'AUTO-0001' });
  expect(await all()).toEqual(['policy.excluded']);
});

test('where the book takes long to be asked, a call waits for few reports and not for all of them', async () => {
  let asked = 0;
  const house = await openHouse({
    checkCoverage: async () => {
      asked += 1;
      const until = performance.now() + 6;
      while (performance.now() < until);
      return null;
    },
  });
  /** The most reports that one job of the writer waited for, until the examiner has nothing more to do. */
  const mostAtOnce = async () => {
    let [most, isOver] = [0, false];
    const over = house.examined().then(() => {
      isOver = true;
    });
    while (!isOver) {
      const before = asked;
      await house.store.write(async () => null);
      most = Math.max(most, asked - before);
    }
    await over;
    return most;
  };
  // All at once, so that they are examined in one batch.
  await Promise.all(
    [...Array(20).keys()].map((id) => house.send('incidentReport', id + 1, incidentReport(id + 1))),
  );
  expect(await mostAtOnce()).toBeLessThanOrEqual(2);
  expect(asked).toBe(20);
  await house.records.recheck({ name: 'incidentReport', value: '' });
  expect(await mostAtOnce()).toBeLessThanOrEqual(2);
  expect(asked).toBe(40);
});

test('what waits to be looked at again is looked at after a restart', async () => {
  const dataDir = temporaryFolder();
  const before = await openClaims({ dataDir });
  const { recordId } = await before.send('financialDocument', 1, billing(1, hood(), { purchaseOrderId: 5 }));
  await before.examined();
  await before.close();
  // Killed when the order was examined and its documents not yet: a clock that stands still does as much.
  const killed = await openClaims({ dataDir, clock: new ManualClock() });
  await killed.send('purchaseOrder', 5, order(5));
  await killed.store.write(async (tx) => {
    await enqueueRecheck(tx, orderLink('purchaseOrder', 5));
    await tx.run(`UPDATE setting SET value = (SELECT max(seq) FROM entry) WHERE name = 'examinedEntry'`);
  });
  await killed.close();
  const house = await openHouse({ dataDir });
  expect(await house.beside(recordId)).toEqual([]);
});

test('examining everything again changes nothing', async () => {
  const house = await openHouse();
  await house.send('purchaseOrder', 5, order(5, { extra: 1 }));
  await house.send('purchaseOrder', 5, order(5, { extra: 2 }));
  await house.send('financialDocument', 1, billing(1, hood(5000), { purchaseOrderId: 5 }));
  await house.send('financialDocument', 2, billing(2, hood(5000), { purchaseOrderId: 6 }, 'E310000000001'));
  await house.examined();
  const all = () =>
    house.store.read(async (tx) => ({
      findings: await tx.all(
        'SELECT record_id, revision, code, pointer, parameters FROM finding ORDER BY 1, 2, 3, 4',
      ),
      counts: await tx.all('SELECT id, finding_count FROM record ORDER BY id'),
      links: await tx.all('SELECT * FROM record_link ORDER BY 1, 2, 3'),
      claims: await tx.all('SELECT * FROM claim ORDER BY 1'),
      rechecks: await tx.all('SELECT * FROM link_recheck'),
      watermark: await findSetting(tx, 'examinedEntry'),
    }));
  const before = await all();
  expect(before.findings.length).toBeGreaterThan(4);
  await house.close();
  const again = await openClaims({ dataDir: house.dataDir });
  await again.records.stop();
  await again.store.write(async (tx) => tx.run(`DELETE FROM setting WHERE name = 'examinedEntry'`));
  await again.close();
  const third = await openClaims({ dataDir: house.dataDir });
  await third.examined();
  const after = await third.store.read(async (tx) => ({
    findings: await tx.all(
      'SELECT record_id, revision, code, pointer, parameters FROM finding ORDER BY 1, 2, 3, 4',
    ),
    counts: await tx.all('SELECT id, finding_count FROM record ORDER BY id'),
    links: await tx.all('SELECT * FROM record_link ORDER BY 1, 2, 3'),
    claims: await tx.all('SELECT * FROM claim ORDER BY 1'),
    rechecks: await tx.all('SELECT * FROM link_recheck'),
    watermark: await findSetting(tx, 'examinedEntry'),
  }));
  await third.close();
  expect(after).toEqual(before);
});
