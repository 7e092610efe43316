/** What a claim file says before its records are looked at one by one. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type AttachmentStateChange,
  listAttachmentsOfRecords,
  listFindings,
  listGravestFindings,
  upsertAttachment,
} from '../../../main/engine/store/index.ts';
import { namedAttachment } from '../attachments/named-attachment.ts';
import { generalInfo, incidentReport } from '../incident-reports.ts';
import { purchaseOrder } from '../orders.ts';
import { planOf, statement } from '../store/query-plan.ts';
import { isOnPostgres } from '../test-database.ts';
import { billed, billing, openClaims, ordered } from './house.ts';

let house: Awaited<ReturnType<typeof openClaims>>;
beforeEach(async () => {
  house = await openClaims();
});
afterEach(() => house.end());

const claimNumber = 'RC-2026-900';
const policy = { insurancePolicyNumber: 'AUTO-0900' };
const claimFile = () => house.claims.get({ by: 'claimNumber', value: claimNumber });

async function sendClaim() {
  const { send } = house;
  const items = [ordered(1, 'Bumper delantero', 1, 1000)];
  await send('purchaseOrder', 901, purchaseOrder(901, { insuranceClaimNumber: claimNumber, items }));
  const claim = { insuranceClaimNumber: claimNumber, purchaseOrderId: 901, ...policy };
  await send('financialDocument', 911, billing(911, [billed(1, 'Bumper delantero', 3, 1000)], claim));
  await house.examined();
}

async function sendReport(id: number, changes: Record<string, unknown> = {}) {
  await house.send(
    'incidentReport',
    id,
    incidentReport(id, { generalInfo: generalInfo({ ...policy, ...changes }) }),
  );
  await house.examined();
}

test('without a report it names no incident, and pretends to none', async () => {
  await sendClaim();
  expect(await claimFile()).toMatchObject({
    incident: null,
    incidentCount: 0,
    photos: { shown: [], count: 0 },
  });
});

test('who, which vehicle and which day are those of the newest report', async () => {
  await sendClaim();
  await sendReport(921, { insuranceOwnerDisplayName: 'Persona Uno', incidentReportTypeId: 3 });
  const { incident, incidentCount, records } = await claimFile();
  expect(incidentCount).toBe(1);
  expect(incident).toMatchObject({
    recordId: records.find(({ kind }) => kind === 'incidentReport')?.id,
    generalInfo: { insuranceOwnerDisplayName: 'Persona Uno', incidentReportTypeId: 3 },
  });
});

test('what is wrong is that of all records, the gravest and dearest first, and no information', async () => {
  await sendClaim();
  const { gravest, attentionCount, records } = await claimFile();
  expect(attentionCount).toBe(records.reduce((sum, record) => sum + record.attentionCount, 0));
  expect(gravest).toHaveLength(attentionCount);
  const ofRecords = await Promise.all(
    records.map(async ({ id, revision }) => {
      const findings = await house.store.read((tx) => listFindings(tx, id, revision));
      return findings.map((one) => ({ ...one, recordId: id }));
    }),
  );
  const asking = ofRecords.flat().filter(({ severity }) => severity !== 'info');
  expect(new Set(gravest.map(({ id, recordId }) => `${recordId} ${id}`))).toEqual(
    new Set(asking.map(({ id, recordId }) => `${recordId} ${id}`)),
  );
  const grave = gravest.map(({ severity, amount }) => [
    severity === 'error' ? 1 : 0,
    Number(amount?.value ?? -1),
  ]);
  expect(grave).toEqual(grave.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => c - a || d - b));
  expect(gravest.map(({ code }) => code)).toContain('order.overInvoiced');
});

test('photos and documents are counted apart, the first are shown, and what is no longer named is left out', async () => {
  await sendClaim();
  await sendReport(921);
  const { incident } = await claimFile();
  const recordId = incident?.recordId ?? 0;
  await house.store.write(async (tx) => {
    for (let position = 0; position < 15; position++) {
      await upsertAttachment(tx, { recordId, revision: 1, at: 1 }, named('picture', position), queued);
    }
    for (let position = 0; position < 8; position++) {
      await upsertAttachment(tx, { recordId, revision: 1, at: 1 }, named('document', position), queued);
    }
    // A paper that is an image stands among the photos, and so does a picture that is none.
    await tx.run(
      `INSERT INTO content (sha256, bytes, stored_at, shown_as) VALUES (x'01', 1, 1, 'image'), (x'02', 1, 1, 'pdf')`,
    );
    await tx.run(`UPDATE attachment SET sha256 = x'01' WHERE identity = 'document-7'`);
    await tx.run(`UPDATE attachment SET sha256 = x'02' WHERE identity IN ('document-6', 'picture-0')`);
  });
  const { photos, documents } = await claimFile();
  expect(photos.count).toBe(16);
  expect(photos.shown.map(({ filename }) => filename)).toEqual(
    Array.from({ length: 12 }, (_, position) => `picture-${position}.jpg`),
  );
  expect(documents).toMatchObject({
    count: 7,
    shown: Array.from({ length: 6 }, (_, position) => ({
      filename: `document-${position}.jpg`,
      role: 'document',
      recordId,
    })),
  });
});

const queued: AttachmentStateChange = { state: 'queued', problem: null, detail: null, nextAttemptAt: null };
const named = (role: 'picture' | 'document', position: number) =>
  namedAttachment({ identity: `${role}-${position}`, role, position, filename: `${role}-${position}.jpg` });

test.skipIf(isOnPostgres).each([
  ['findings', statement((tx) => listGravestFindings(tx, [1], 10)), /SEARCH f USING INDEX finding_of_record/],
  [
    'files',
    statement((tx) => listAttachmentsOfRecords(tx, [1], 10)),
    /SEARCH a USING INDEX attachment_identity/,
  ],
])('%s of its records are found by their index', async (_, planned, index) => {
  const plan = await planOf(house.store, planned);
  expect(plan).toMatch(index);
  expect(plan).not.toMatch(/SCAN (r|f|a|c)\b/);
});
