/** For every procedure of the contract: what it does, what it refuses, and inputs that it takes for none. */
import { expect, vi } from 'vitest';
import type * as z from 'zod';
import type { CancellationRow } from '../../shared/contract/cancellations.ts';
import { purchaseOrderDetails } from '../../shared/marketplace/purchase-order.ts';
import { isOnPostgres } from '../engine/test-database.ts';
import { archiveProcedures } from './archive-procedures.ts';
import { attachmentProcedures } from './attachment-procedures.ts';
import { backupProcedures } from './backup-procedures.ts';
import type { Opened } from './both-ways.ts';
import { claimsProcedures } from './claims-procedures.ts';
import { connectionProcedures } from './connection-procedures.ts';
import { dataSubjectProcedures } from './data-subject-procedures.ts';
import { decisionProcedures } from './decision-procedures.ts';
import { defined, definedErrorOf } from './defined-error.ts';
import { exportProcedures } from './export-procedures.ts';
import { figuresProcedures } from './figures-procedures.ts';
import { inboxProcedures } from './inbox-procedures.ts';
import { openIdProcedures } from './open-id-procedures.ts';
import { peopleProcedures } from './people-procedures.ts';
import { policyProcedures } from './policy-procedures.ts';
import { referenceProcedures } from './reference-procedures.ts';
import { retentionProcedures } from './retention-procedures.ts';
import { searchProcedures } from './search-procedures.ts';
import { viewProcedures } from './view-procedures.ts';
import { workProcedures } from './work-procedures.ts';

export interface Scenario {
  behaves(office: Opened): Promise<void>;
  /** Inputs that zod refuses; none where the procedure takes no input. */
  invalid: readonly unknown[];
}

/** Asks to cancel an order and resolves with the row once the call is held. */
async function held({ client, marketplace }: Opened, order: Parameters<Opened['marketplace']['cancel']>[0]) {
  const answered = marketplace.cancel(order);
  for await (const _ of await client.changes()) {
    const { rows } = await client.cancellations.list({ state: 'waiting' });
    const row = rows.find(({ marketplaceId }) => marketplaceId === order.marketplaceId);
    if (row) return { row, answered };
  }
  throw new Error('the stream ended');
}

const nth = <Element>(list: readonly Element[], index: number): Element => {
  const found = list[index];
  if (found === undefined) throw new Error(`there is no element ${index}`);
  return found;
};

/** What is found is found after the answer, and late on a busy machine. */
const patience = { timeout: 30_000 };

let decided: CancellationRow | null = null;
/** The order that one scenario revises and a later one sends again as it was. */
let unchanged: z.infer<typeof purchaseOrderDetails> | undefined;

export const procedures: Record<string, Scenario> = {
  'status.get': {
    invalid: [],
    async behaves({ client }) {
      // The receiver's thread tells of its calls a moment after it answered them.
      const receiver = async () => (await client.status.get()).receiver;
      await expect.poll(receiver, patience).toMatchObject({ state: 'listening', calls: 5, error: null });
      const status = await client.status.get();
      expect(status.keychain).toEqual({
        ...{ state: 'absent', kind: 'memory' },
        ...{ problem: 'noService', detail: 'none in this test' },
      });
      expect(status.watchedFolder).toEqual({ state: 'none', path: '', since: null, detail: '' });
    },
  },
  'shell.capabilities': {
    invalid: [],
    async behaves({ client }) {
      const found = await client.shell.capabilities();
      expect(found.find(({ name }) => name === 'secretPage')).toMatchObject({
        available: true,
        reason: null,
      });
      expect(found.find(({ name }) => name === 'keychain')).toMatchObject({
        available: false,
        reason: 'keychain',
      });
    },
  },
  'shell.recheckKeychain': {
    invalid: [],
    async behaves({ client }) {
      expect(await client.shell.recheckKeychain()).toMatchObject({ state: 'absent' });
    },
  },
  'records.list': {
    invalid: [
      { kind: 'nothing' },
      { limit: 0 },
      { limit: 201 },
      { limit: 'many' },
      { search: 'x'.repeat(201) },
    ],
    async behaves({ client, purchaseOrders }) {
      const all = await client.records.list();
      expect([all.total, all.rows.length]).toEqual([4, 4]);
      const first = await client.records.list({ kind: 'purchaseOrder', limit: 2 });
      expect([first.total, first.rows.length]).toEqual([3, 2]);
      const second = await client.records.list({
        kind: 'purchaseOrder',
        limit: 2,
        cursor: first.nextCursor ?? '',
      });
      const ids = [...first.rows, ...second.rows].map(({ marketplaceId }) => marketplaceId);
      expect(ids).toEqual(purchaseOrders.map(({ marketplaceId }) => marketplaceId).toReversed());
      expect(second.nextCursor).toBeNull();
    },
  },
  'records.rows': {
    invalid: [
      {},
      { ids: [] },
      { ids: [0] },
      { ids: ['1'] },
      { ids: Array.from({ length: 101 }, (_, index) => index + 1) },
    ],
    async behaves({ client }) {
      // What is examined between the two reads differs from one to the other.
      await vi.waitFor(async () => {
        const { rows } = await client.records.list();
        const [newest, next] = [nth(rows, 0), nth(rows, 1)];
        expect(await client.records.rows({ ids: [next.id, 9999, newest.id] })).toEqual([newest, next]);
      }, patience);
      expect(await client.records.rows({ ids: [9999] })).toEqual([]);
    },
  },
  'records.get': {
    invalid: [{}, { id: 0 }, { id: '1' }, { id: 1, revision: 0 }],
    async behaves({ client, serviceOrder }) {
      const { rows } = await client.records.list({ kind: 'serviceOrder' });
      const record = await client.records.get({ id: nth(rows, 0).id });
      expect(JSON.parse(record.body)).toEqual(serviceOrder.body);
      expect(record).toMatchObject({ marketplaceId: serviceOrder.marketplaceId, revision: 1, notes: [] });
      expect(await definedErrorOf(client.records.get({ id: 9999 }))).toEqual(defined('NOT_FOUND'));
    },
  },
  'records.body': {
    invalid: [{}, { id: 1, from: -1 }, { id: 1, revision: 0 }],
    async behaves({ client }) {
      const record = await client.records.get({ id: 1 });
      const whole = await client.records.body({ id: 1 });
      expect(Buffer.from(whole.bytes, 'base64').toString()).toBe(record.body);
      expect(whole.next).toBeNull();
      const rest = await client.records.body({ id: 1, revision: 1, from: record.bodyBytes - 1 });
      expect(Buffer.from(rest.bytes, 'base64').toString()).toBe('}');
      expect(await definedErrorOf(client.records.body({ id: 9999 }))).toEqual(defined('NOT_FOUND'));
    },
  },
  'records.addNote': {
    invalid: [{ id: 1 }, { id: 1, text: '  ' }, { id: 1, text: 'x'.repeat(4001) }],
    async behaves({ client }) {
      const note = await client.records.addNote({ id: 1, text: ' «Revisado» con el taller: ñ, 漢字, 🚗 ' });
      expect(note.text).toBe('«Revisado» con el taller: ñ, 漢字, 🚗');
      expect((await client.records.get({ id: 1 })).notes).toEqual([note]);
      expect(await definedErrorOf(client.records.addNote({ id: 9999, text: 'x' }))).toEqual(
        defined('NOT_FOUND'),
      );
    },
  },
  'records.setReviewed': {
    invalid: [{ id: 1 }, { id: 1, revision: 1, reviewed: 'yes' }, { id: 1, reviewed: true }],
    async behaves({ client }) {
      const seen = { revision: 1, reviewed: true } as const;
      expect((await client.records.setReviewed({ id: 1, ...seen })).reviewedAt).not.toBeNull();
      expect((await client.records.setReviewed({ id: 1, reviewed: false })).reviewedAt).toBeNull();
      const missing = client.records.setReviewed({ id: 9999, ...seen });
      expect(await definedErrorOf(missing)).toEqual(defined('NOT_FOUND'));
      const other = client.records.setReviewed({ id: 1, ...seen, revision: 2 });
      expect(await definedErrorOf(other)).toEqual(defined('NEWER_REVISION', { revision: 1 }));
    },
  },
  'records.setManyReviewed': {
    invalid: [
      { records: [], reviewed: true },
      { ids: [1] },
      { ids: [1], reviewed: true },
      { ids: Array.from({ length: 201 }, (_, index) => index + 1), reviewed: false },
    ],
    async behaves({ client }) {
      const mark = (...records: { id: number; revision: number }[]) =>
        client.records.setManyReviewed({ records, reviewed: true });
      const [one, none] = [
        { id: 1, revision: 1 },
        { id: 9999, revision: 1 },
      ];
      expect(await mark({ ...one, revision: 2 })).toMatchObject({ changed: [], newer: [1] });
      expect(await mark(one, none)).toMatchObject({ rows: [{ id: 1 }], changed: [1], newer: [] });
      expect((await mark(one)).changed).toEqual([]);
      const undone = await client.records.setManyReviewed({ ids: [1], reviewed: false });
      expect(undone).toMatchObject({ rows: [{ id: 1, reviewedAt: null }], changed: [1] });
    },
  },
  'records.choices': {
    invalid: [{}, { of: 'claim' }, { of: 'party', beginning: 'x'.repeat(101) }, { of: 'make', limit: 51 }],
    async behaves({ client }) {
      const { choices } = await vi.waitFor(async () => {
        const found = await client.records.choices({ of: 'party' });
        return found.choices.length > 0 ? found : Promise.reject(new Error('not examined yet'));
      }, patience);
      const one = nth(choices, 0);
      const beginning = one.label.slice(0, 5).toUpperCase();
      expect((await client.records.choices({ of: 'party', beginning })).choices).toContainEqual(one);
      expect((await client.records.choices({ of: 'party', values: [one.value, 'x'] })).choices).toEqual([
        one,
      ]);
      expect((await client.records.choices({ of: 'make', beginning: 'zzz' })).choices).toEqual([]);
    },
  },
  'records.acknowledgeFinding': {
    invalid: [
      {},
      { recordId: 1, code: 'no.such', scope: 'record', reason: 'x' },
      { recordId: 1, code: 'taxId.form', scope: 'company', reason: 'x' },
      { recordId: 1, code: 'taxId.form', scope: 'record', reason: '  ' },
      { recordId: 1, code: 'taxId.form', scope: 'record', reason: 'x'.repeat(1001) },
    ],
    async behaves({ client, marketplace, purchaseOrders }) {
      // An RNC of seven digits, in a revision of an order that nothing was odd about.
      const order = purchaseOrderDetails.parse(nth(purchaseOrders, 2).body);
      unchanged = order;
      await marketplace.sendPurchaseOrder({ ...order, supplierTaxId: '1310009' });
      const { purchaseOrderId: marketplaceId } = order;
      const { rows } = await client.records.list({ kind: 'purchaseOrder' });
      const recordId = nth(
        rows.filter((row) => row.marketplaceId === marketplaceId),
        0,
      ).id;
      const found = await vi.waitFor(async () => {
        const { findings } = await client.records.get({ id: recordId });
        const finding = findings.find(({ code }) => code === 'taxId.form');
        return finding ?? Promise.reject(new Error('not examined yet'));
      }, patience);
      const asked = { recordId, code: found.code, pointer: found.pointer, reason: ' Confirmado ' };
      const { id, record } = await client.records.acknowledgeFinding({ ...asked, scope: 'party' });
      expect(record.id).toBe(recordId);
      const after = (await client.records.get({ id: recordId })).findings;
      const acknowledged = after.find(({ code }) => code === 'taxId.form')?.acknowledgement;
      expect(acknowledged).toMatchObject({ id, scope: 'party', reason: 'Confirmado' });
      const missing = client.records.acknowledgeFinding({ ...asked, scope: 'record', recordId: 9999 });
      expect(await definedErrorOf(missing)).toEqual(defined('NOT_FOUND'));
      const other = client.records.acknowledgeFinding({ ...asked, scope: 'record', code: 'vin.form' });
      expect(await definedErrorOf(other)).toEqual(defined('NO_FINDING'));
    },
  },
  'records.partyRules': {
    invalid: [{ limit: 0 }, { limit: 201 }, { cursor: 7 }],
    async behaves({ client }) {
      const { rows, total } = await client.records.partyRules();
      expect([total, nth(rows, 0)]).toEqual([
        1,
        expect.objectContaining({
          code: 'taxId.form',
          partyTaxId: '1310009',
          reason: 'Confirmado',
          heldFor: 1,
        }),
      ]);
    },
  },
  'records.examineAgain': {
    invalid: [{}, { id: 0 }, { id: '1' }],
    async behaves({ client }) {
      const { rows } = await client.records.list({ limit: 1 });
      const again = client.records.examineAgain({ id: nth(rows, 0).id });
      expect(await definedErrorOf(again)).toEqual(defined('WAS_EXAMINED'));
      expect(await definedErrorOf(client.records.examineAgain({ id: 9999 }))).toEqual(defined('NOT_FOUND'));
    },
  },
  'records.withdrawAcknowledgement': {
    invalid: [{}, { id: 0 }, { id: '1' }],
    async behaves({ client, marketplace }) {
      const { id, record } = nth((await client.records.partyRules()).rows, 0);
      expect(await client.records.withdrawAcknowledgement({ id })).toMatchObject({ id: record.id });
      expect((await client.records.partyRules()).rows).toEqual([]);
      expect(await definedErrorOf(client.records.withdrawAcknowledgement({ id: 9999 }))).toEqual(
        defined('NOT_FOUND'),
      );
      // The order is again what it was, for whoever looks at it later.
      await marketplace.sendPurchaseOrder(unchanged);
      await vi.waitFor(async () => {
        const { findings } = await client.records.get({ id: record.id });
        const codes = findings.map((finding) => finding.code);
        if (String(codes) !== 'revision.changed') throw new Error('not examined yet');
      }, patience);
    },
  },
  ...decisionProcedures,
  ...workProcedures,
  ...viewProcedures,
  ...inboxProcedures,
  ...claimsProcedures,
  ...figuresProcedures,
  ...searchProcedures,
  'cancellations.decide': {
    invalid: [
      { id: 1 },
      { id: 1, verdict: 'perhaps' },
      { id: 1, verdict: 'refuse', responseText: 'x'.repeat(501) },
      { id: 1, verdict: 'refuse', reasonCode: 'No es un código' },
      { id: 1, verdict: 'approve', proposalId: 0 },
    ],
    async behaves(office) {
      const { client } = office;
      const { row, answered } = await held(office, nth(office.purchaseOrders, 0));
      const { id } = row;
      const textless = client.cancellations.decide({ id, verdict: 'refuse' });
      expect(await definedErrorOf(textless)).toEqual(defined('TEXT_REQUIRED'));
      decided = await client.cancellations.decide({
        id,
        verdict: 'refuse',
        responseText: ' Ya fue despachada. ',
      });
      expect(decided).toMatchObject({
        state: 'refused',
        verdict: 'refuse',
        responseText: 'Ya fue despachada.',
      });
      expect(await answered).toMatchObject({ outcome: 'refused', shownText: 'Ya fue despachada.' });
      expect(await definedErrorOf(client.cancellations.decide({ id, verdict: 'approve' }))).toMatchObject({
        isDefined: true,
        code: 'ALREADY_DECIDED',
        data: { verdict: 'refuse', decidedAt: decided.decidedAt },
      });
      const missing = client.cancellations.decide({ id: 9999, verdict: 'approve' });
      expect(await definedErrorOf(missing)).toEqual(defined('NOT_FOUND'));
      await office.marketplace.cancel({ ...nth(office.purchaseOrders, 0), marketplaceId: 999_999 });
      const { rows } = await client.cancellations.list({ state: 'unmatched' });
      const unmatched = client.cancellations.decide({ id: nth(rows, 0).id, verdict: 'approve' });
      expect(await definedErrorOf(unmatched)).toEqual(defined('NOT_DECIDABLE', { state: 'unmatched' }));
    },
  },
  // Whoever is here has no limit: what is proposed, and by whom it is confirmed, is tried beside two people.
  'cancellations.confirm': {
    invalid: [{ id: 1 }, { id: 1, proposalId: 0 }, { id: 1, proposalId: 1, acknowledgeMismatch: 'yes' }],
    async behaves({ client }) {
      const confirm = (id: number) => definedErrorOf(client.cancellations.confirm({ id, proposalId: 1 }));
      expect(await confirm(decided?.id ?? 0)).toMatchObject({ code: 'ALREADY_DECIDED' });
      const { rows } = await client.cancellations.list({ state: 'unmatched' });
      expect(await confirm(nth(rows, 0).id)).toEqual(defined('NOT_DECIDABLE', { state: 'unmatched' }));
      expect(await confirm(9999)).toEqual(defined('NOT_FOUND'));
    },
  },
  'cancellations.reject': {
    invalid: [
      { id: 1, proposalId: 1 },
      { id: 1, proposalId: 1, comment: ' ' },
      { id: 1, proposalId: 1, comment: 'x'.repeat(501) },
    ],
    async behaves({ client }) {
      const reject = (id: number) =>
        definedErrorOf(client.cancellations.reject({ id, proposalId: 1, comment: 'No.' }));
      expect(await reject(decided?.id ?? 0)).toEqual(defined('NOT_PROPOSED'));
      expect(await reject(9999)).toEqual(defined('NOT_FOUND'));
    },
  },
  'cancellations.withdrawProposal': {
    invalid: [{ id: 1 }, { proposalId: 1 }],
    async behaves({ client }) {
      const withdraw = (id: number) =>
        definedErrorOf(client.cancellations.withdrawProposal({ id, proposalId: 1 }));
      expect(await withdraw(decided?.id ?? 0)).toEqual(defined('NOT_PROPOSED'));
      expect(await withdraw(9999)).toEqual(defined('NOT_FOUND'));
    },
  },
  'cancellations.close': {
    invalid: [{ id: 1 }, { id: 1, reason: ' ' }, { id: 1, reason: 'x'.repeat(501) }],
    async behaves({ client }) {
      const id = decided?.id ?? 0;
      const order = client.cancellations.close({ id, reason: 'No.' });
      expect(await definedErrorOf(order)).toEqual(defined('NOT_CLOSABLE', { state: 'refused' }));
      const { id: unmatched } = nth((await client.cancellations.list({ state: 'unmatched' })).rows, 0);
      const closed = await client.cancellations.close({ id: unmatched, reason: ' Era de otra. ' });
      expect(closed).toMatchObject({ state: 'unmatched', closed: { reason: 'Era de otra.' } });
      const again = client.cancellations.close({ id: unmatched, reason: 'Otra vez.' });
      expect(await definedErrorOf(again)).toMatchObject({
        code: 'ALREADY_CLOSED',
        data: { closedAt: closed.closed?.at },
      });
      const missing = client.cancellations.close({ id: 9999, reason: 'No.' });
      expect(await definedErrorOf(missing)).toEqual(defined('NOT_FOUND'));
    },
  },
  'cancellations.ask': {
    invalid: [{}, { id: 0 }],
    async behaves({ client }) {
      const { asks } = await client.cancellations.get({ id: decided?.id ?? 0 });
      expect(await client.cancellations.ask({ id: nth(asks, 0).id })).toEqual(nth(asks, 0));
      expect(await definedErrorOf(client.cancellations.ask({ id: 9999 }))).toEqual(defined('NOT_FOUND'));
    },
  },
  'cancellations.list': {
    invalid: [{ state: 'lost' }, { state: Array(7).fill('waiting') }, { mustAskAgain: 1 }, { proposed: 1 }],
    async behaves({ client }) {
      const both = await client.cancellations.list({ state: ['refused'], withClosed: true });
      expect(both.rows.map(({ state }) => state).toSorted()).toEqual(['refused', 'unmatched']);
      expect((await client.cancellations.list({ state: 'unmatched' })).rows).toEqual([]);
      const ids = both.rows.map(({ id }) => id).toSorted((a, b) => a - b);
      expect((await client.cancellations.list({ ids })).rows.map(({ id }) => id)).toEqual(ids);
      expect((await client.cancellations.list()).total).toBe(2);
      expect((await client.cancellations.list({ mustAskAgain: true })).rows).toEqual([]);
      expect((await client.cancellations.list({ proposed: true })).rows).toEqual([]);
    },
  },
  'cancellations.get': {
    invalid: [{}, { id: -1 }],
    async behaves({ client, purchaseOrders }) {
      const found = await client.cancellations.get({ id: decided?.id ?? 0 });
      expect(found.marketplaceId).toBe(nth(purchaseOrders, 0).marketplaceId);
      expect(found.asks).toMatchObject([{ answer: 'refused', delivery: 'delivered' }]);
      expect(JSON.parse(nth(found.asks, 0).body)).toMatchObject({ purchaseOrderId: found.marketplaceId });
      expect(await definedErrorOf(client.cancellations.get({ id: 9999 }))).toEqual(defined('NOT_FOUND'));
    },
  },
  'cancellations.withdraw': {
    invalid: [{}, { id: 1.5 }],
    async behaves(office) {
      const { client } = office;
      const delivered = client.cancellations.withdraw({ id: decided?.id ?? 0 });
      expect(await definedErrorOf(delivered)).toEqual(defined('NOT_WITHDRAWABLE', { reason: 'delivered' }));
      const hangUp = new AbortController();
      const asked = office.marketplace.cancel(office.serviceOrder, {}, { signal: hangUp.signal });
      let row: CancellationRow | undefined;
      for await (const _ of await client.changes()) {
        row = (await client.cancellations.list({ state: ['waiting', 'deferred'] })).rows[0];
        if (row?.openAsks === 1) hangUp.abort();
        if (row?.openAsks === 0) break;
      }
      await asked;
      const id = row?.id ?? 0;
      const undecided = client.cancellations.withdraw({ id });
      expect(await definedErrorOf(undecided)).toEqual(defined('NOT_WITHDRAWABLE', { reason: 'notDecided' }));
      expect(await client.cancellations.decide({ id, verdict: 'approve' })).toMatchObject({
        state: 'approved',
        mustAskAgain: true,
      });
      expect(await client.cancellations.withdraw({ id })).toMatchObject({ state: 'deferred', verdict: null });
      expect(await definedErrorOf(client.cancellations.withdraw({ id: 9999 }))).toEqual(defined('NOT_FOUND'));
    },
  },
  'rejected.list': {
    invalid: [{ unseen: 'no' }, { limit: -1 }],
    async behaves({ client }) {
      const { rows, total } = await client.rejected.list({ unseen: true });
      expect([total, nth(rows, 0).status]).toEqual([1, 400]);
    },
  },
  'rejected.get': {
    invalid: [{}],
    async behaves({ client, rejectedId: id }) {
      const row = await client.rejected.get({ id });
      expect(Buffer.from(row.body, 'base64').length).toBe(row.receivedBytes);
      expect(await definedErrorOf(client.rejected.get({ id: 9999 }))).toEqual(defined('NOT_FOUND'));
    },
  },
  'rejected.body': {
    invalid: [{}, { id: 1, from: -1 }],
    async behaves({ client, rejectedId: id }) {
      const row = await client.rejected.get({ id });
      expect(await client.rejected.body({ id })).toEqual({ bytes: row.body, next: null });
      expect(await client.rejected.body({ id, from: row.keptBytes + 1 })).toEqual({
        bytes: '',
        next: null,
      });
      expect(await definedErrorOf(client.rejected.body({ id: 9999 }))).toEqual(defined('NOT_FOUND'));
    },
  },
  'rejected.repeatBody': {
    invalid: [{}, { id: 1, from: -1 }],
    async behaves({ client }) {
      expect(await definedErrorOf(client.rejected.repeatBody({ id: 9999 }))).toEqual(defined('NOT_FOUND'));
    },
  },
  'rejected.setSeen': {
    invalid: [{ id: 1 }],
    async behaves({ client, rejectedId: id }) {
      expect((await client.rejected.setSeen({ id, seen: true })).seenAt).not.toBeNull();
      expect((await client.rejected.list({ unseen: true })).total).toBe(0);
      const missing = client.rejected.setSeen({ id: 9999, seen: true });
      expect(await definedErrorOf(missing)).toEqual(defined('NOT_FOUND'));
    },
  },
  'settings.get': {
    invalid: [],
    async behaves({ client }) {
      expect((await client.settings.get()).firstRunDoneAt).toBeNull();
    },
  },
  'settings.update': {
    invalid: [
      { receiver: { port: 70_000 } },
      { receiver: { address: 'localhost' } },
      { receiver: { holdSeconds: 91 } },
      { platform: { baseUrl: 'https://alguien:secreto@plataforma.prueba.example' } },
      { platform: { baseUrl: 'plataforma' } },
      { numbering: { purchaseOrder: 'no place for a number' } },
      { numbering: { purchaseOrder: 'OC\n-{seq:3}' } },
    ],
    async behaves({ client }) {
      const updated = await client.settings.update({
        company: { name: ' Aseguradora Prueba ' },
        firstRunDone: true,
      });
      expect(updated.company.name).toBe('Aseguradora Prueba');
      expect(updated.firstRunDoneAt).not.toBeNull();
      expect(await client.settings.get()).toEqual(updated);
    },
  },
  'receiverKeys.generate': {
    invalid: [
      { email: 'nobody', label: 'x' },
      { email: 'a@b.example', label: ' ' },
    ],
    async behaves({ client }) {
      const key = await client.receiverKeys.generate({ email: 'uno@prueba.example', label: 'Una' });
      expect(key).toMatchObject({
        email: 'uno@prueba.example',
        label: 'Una',
        secretIn: 'memory',
        retiredAt: null,
      });
      expect(JSON.stringify(key)).not.toContain('secret":');
    },
  },
  'receiverKeys.handOver': {
    invalid: [{}, { id: null }],
    async behaves({ client, browser }) {
      const { id } = nth(await ownKeys(client), 0);
      const passage = await client.receiverKeys.handOver({ id: id ?? 0 });
      expect(passage).toMatchObject({ way: 'page', validSeconds: 60 });
      const page = await fetch(`${browser.url}${passage.way === 'page' ? passage.path : ''}`, {
        headers: { authorization: `Bearer ${browser.token}` },
      });
      expect(await page.text()).toContain('uno@prueba.example');
      expect(await definedErrorOf(client.receiverKeys.handOver({ id: 9999 }))).toEqual(defined('NOT_FOUND'));
    },
  },
  'receiverKeys.collect': {
    invalid: [{}, { label: 'x'.repeat(61) }],
    async behaves({ client, browser }) {
      const passage = await client.receiverKeys.collect({ label: 'Otra' });
      if (passage.way !== 'page') throw new Error('expected a page');
      const answer = await fetch(`${browser.url}${passage.path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${browser.token}` },
        body: new URLSearchParams({ key: 'dos@prueba.example:secreto' }),
      });
      expect(answer.status).toBe(200);
      expect(await ownKeys(client)).toContainEqual(expect.objectContaining({ email: 'dos@prueba.example' }));
      const third = client.receiverKeys.generate({ email: 'tres@prueba.example', label: 'Tres' });
      expect(await definedErrorOf(third)).toEqual(defined('TOO_MANY_KEYS'));
      const fourth = client.receiverKeys.collect({ label: 'Cuatro' });
      expect(await definedErrorOf(fourth)).toEqual(defined('TOO_MANY_KEYS'));
    },
  },
  'receiverKeys.retire': {
    invalid: [{}],
    async behaves({ client }) {
      const id = nth(await ownKeys(client), 0).id ?? 0;
      expect((await client.receiverKeys.retire({ id })).retiredAt).not.toBeNull();
      const gone = client.receiverKeys.handOver({ id });
      expect(await definedErrorOf(gone)).toEqual(defined('SECRET_NOT_HERE'));
      expect(await definedErrorOf(client.receiverKeys.retire({ id: 9999 }))).toEqual(defined('NOT_FOUND'));
    },
  },
  'receiverKeys.list': {
    invalid: [],
    async behaves({ client }) {
      const keys = await client.receiverKeys.list();
      expect(keys.map(({ secretIn }) => secretIn).toSorted()).toEqual(['environment', 'memory', 'nowhere']);
    },
  },
  ...connectionProcedures,
  ...referenceProcedures,
  ...peopleProcedures,
  ...openIdProcedures,
  ...policyProcedures,
  ...attachmentProcedures,
  'audit.list': {
    invalid: [{ subject: 'x'.repeat(101) }, { byPeople: false }, { from: 'ayer' }, { about: ' ' }],
    async behaves({ client, via }) {
      const { rows } = await client.audit.list({ limit: 200 });
      const update = rows.find(({ action }) => action.startsWith('settings'));
      expect(update?.actor.via).toBe(via);
      const one = await client.audit.list({ subject: nth(rows, 0).subject });
      expect(one.rows.every(({ subject }) => subject === nth(rows, 0).subject)).toBe(true);
    },
  },
  'audit.get': {
    invalid: [{}, { id: 0 }],
    async behaves({ client }) {
      const { rows } = await client.audit.list({ limit: 1 });
      const newest = nth(rows, 0);
      expect(await client.audit.get({ id: newest.id })).toEqual(newest);
      expect(await definedErrorOf(client.audit.get({ id: 999_999 }))).toEqual(defined('NOT_FOUND'));
    },
  },
  'audit.choices': {
    invalid: [],
    async behaves({ client }) {
      const { people, areas } = await client.audit.choices();
      expect(areas).toContain('settings');
      expect(people.length).toBeGreaterThan(0);
      const { rows } = await client.audit.list({ area: 'settings', byPeople: true });
      expect(new Set(rows.map(({ action }) => action))).toEqual(new Set(['settings.changed']));
    },
  },
  'audit.verify': {
    invalid: [],
    async behaves({ client }) {
      expect(await client.audit.verify()).toMatchObject({
        intact: true,
        brokenAt: null,
        journal: { intact: true, brokenAt: null, what: null },
      });
    },
  },
  'verification.start': {
    invalid: [],
    async behaves({ client }) {
      const { running, wholeAt } = await client.verification.start();
      expect([running?.part, running?.parts, wholeAt]).toEqual(['journal', [], null]);
    },
  },
  'verification.stop': {
    invalid: [],
    async behaves({ client }) {
      // The one that was begun above may be over.
      expect(await client.verification.stop()).toMatchObject({ running: null });
    },
  },
  'verification.get': {
    invalid: [],
    async behaves({ client }) {
      await client.verification.start();
      await vi.waitUntil(async () => (await client.verification.get()).running === null, patience);
      const { last, wholeAt } = await client.verification.get();
      expect(last?.parts.flatMap(({ findings }) => findings)).toEqual([]);
      expect([last?.at, last?.by.via]).toEqual([wholeAt, expect.stringMatching(/./)]);
    },
  },
  changes: {
    invalid: [],
    async behaves({ client, marketplace }) {
      const leave = new AbortController();
      const changes = await client.changes(undefined, { signal: leave.signal });
      expect((await changes.next()).value).toMatchObject({ topic: 'status' });
      void marketplace.sendPurchaseOrder();
      for await (const change of changes) {
        // What an earlier test did to a service order may still be on its way.
        if (change.topic !== 'records' || change.kind !== 'purchaseOrder') continue;
        expect(change).toMatchObject({ kind: 'purchaseOrder', count: 1 });
        break;
      }
      leave.abort();
      // The way is still open for others after a stream was left.
      expect((await client.records.list({ kind: 'purchaseOrder' })).total).toBe(4);
    },
  },
  ...backupProcedures,
  ...archiveProcedures,
  ...exportProcedures,
  ...retentionProcedures,
  'absences.list': {
    invalid: [],
    behaves: async ({ client }) => expect(await client.absences.list()).toEqual({ rows: [], unseen: 0 }),
  },
  'absences.get': {
    invalid: [{}, { id: 0 }],
    behaves: async ({ client }) =>
      expect(await definedErrorOf(client.absences.get({ id: 1 }))).toEqual(defined('NOT_FOUND')),
  },
  'absences.setSeen': {
    invalid: [{}, { id: 0 }],
    behaves: async ({ client }) =>
      expect(await definedErrorOf(client.absences.setSeen({ id: 1 }))).toEqual(defined('NOT_FOUND')),
  },
  ...dataSubjectProcedures,
  // With an engine there is nothing to recover.
  'recovery.tryAgain': {
    invalid: [],
    behaves: async ({ client }) => expect(await client.recovery.tryAgain()).toBeUndefined(),
  },
  'recovery.collectPassword': {
    invalid: [],
    behaves: async ({ client }) => expect(await client.recovery.collectPassword()).toBeNull(),
  },
  'recovery.putBackVersionBefore': {
    invalid: [],
    behaves: async ({ client }) => expect(await client.recovery.putBackVersionBefore()).toBeUndefined(),
  },
  'recovery.folder': {
    invalid: [],
    behaves: async ({ client }) =>
      expect(await client.recovery.folder()).toMatchObject({ isGiven: true, origin: 'given', failure: null }),
  },
  'recovery.forgetFolder': {
    invalid: [],
    behaves: async ({ client }) => expect(await client.recovery.forgetFolder()).toBeUndefined(),
  },
  'recovery.checkFolder': {
    invalid: [{}, { folder: '' }],
    behaves: async ({ client }) =>
      expect(await client.recovery.checkFolder({ folder: '/nowhere' })).toMatchObject({ kind: 'inUse' }),
  },
  'recovery.useFolder': {
    invalid: [{}, { folder: '/nowhere' }],
    behaves: async ({ client }) =>
      expect(await client.recovery.useFolder({ folder: '/nowhere', isKept: false })).toBeUndefined(),
  },
  'recovery.salvage': {
    invalid: [{}, { folder: '' }],
    behaves: async ({ client }) =>
      expect(await client.recovery.salvage({ folder: '/nowhere' })).toBeUndefined(),
  },
  'recovery.stopSalvage': {
    invalid: [],
    behaves: async ({ client }) => expect(await client.recovery.stopSalvage()).toBeUndefined(),
  },
  'database.get': {
    invalid: [],
    async behaves({ client }) {
      const state = await client.database.get();
      expect(state.schema.store).toBeGreaterThan(0);
      if (isOnPostgres)
        expect(state).toMatchObject({ kind: 'server', problem: null, server: { bytes: expect.any(Number) } });
      else expect(state).toMatchObject({ kind: 'files', freeBytes: expect.any(Number) });
      if (state.kind === 'files') expect(state.databaseBytes).toBeGreaterThan(0);
    },
  },
  'database.stopRebuild': {
    invalid: [],
    behaves: async ({ client }) => expect(await client.database.stopRebuild()).toBeUndefined(),
  },
  'database.rebuild': {
    invalid: [],
    async behaves(office) {
      const { total } = await office.client.records.list({ kind: 'purchaseOrder' });
      await office.client.database.rebuild();
      const found = async () => {
        office.reconnect();
        const { engine } = await office.client.status.get();
        return [engine.rebuilt, (await office.client.records.list({ kind: 'purchaseOrder' })).total];
      };
      await expect
        .poll(() => found().catch(() => null))
        .toEqual([expect.objectContaining({ lost: [], differences: 0, notRepeated: [] }), total]);
    },
  },
  'shell.chooseFolder': {
    invalid: [],
    async behaves({ client }) {
      expect(await definedErrorOf(client.shell.chooseFolder())).toEqual(
        defined('NOT_CAPABLE', { capability: 'folderDialog', reason: 'inBrowser' }),
      );
    },
  },
  'shell.chooseFile': {
    invalid: [{}, { kind: 'photo' }],
    async behaves({ client }) {
      expect(await definedErrorOf(client.shell.chooseFile({ kind: 'certificate' }))).toEqual(
        defined('NOT_CAPABLE', { capability: 'folderDialog', reason: 'inBrowser' }),
      );
    },
  },
  'desktop.get': {
    invalid: [],
    async behaves({ client }) {
      const lacked = { isOn: false, lack: 'inBrowser', problem: null };
      const { closeToTray, keepAwake } = await client.desktop.get();
      expect([closeToTray, keepAwake]).toEqual([lacked, lacked]);
    },
  },
  'desktop.set': {
    invalid: [{ keepAwake: 'yes' }],
    async behaves({ client }) {
      expect(await definedErrorOf(client.desktop.set({ keepAwake: true }))).toEqual(
        defined('NOT_CAPABLE', { capability: 'keepAwake', reason: 'inBrowser' }),
      );
      // Where nothing is asked for there is nothing to refuse.
      expect((await client.desktop.set({})).keepAwake.isOn).toBe(false);
    },
  },
  'desktop.updates': {
    invalid: [],
    async behaves({ client }) {
      expect(await client.desktop.updates()).toMatchObject({ off: 'inBrowser', state: 'none', offer: null });
    },
  },
  'desktop.checkForUpdate': {
    invalid: [],
    async behaves({ client }) {
      expect(await definedErrorOf(client.desktop.checkForUpdate())).toEqual(defined('NO_UPDATES'));
    },
  },
  'desktop.actOnUpdate': {
    invalid: [{ version: '0.2.0', act: 'force' }],
    async behaves({ client }) {
      const asked = client.desktop.actOnUpdate({ version: '0.2.0', act: 'download' });
      expect(await definedErrorOf(asked)).toEqual(defined('NO_UPDATES'));
    },
  },
  'desktop.setUpdateFeed': {
    invalid: [{ feed: 'http://perito.example/' }, { feed: 'https://ana:clave@perito.example/' }],
    async behaves({ client }) {
      const asked = client.desktop.setUpdateFeed({ feed: 'https://perito.example/' });
      expect(await definedErrorOf(asked)).toEqual(defined('NO_UPDATES'));
    },
  },
  'shell.joinOffice': {
    invalid: [{ address: '' }],
    async behaves({ client }) {
      const joined = client.shell.joinOffice({ address: 'https://perito.prueba.example:8651' });
      expect(await definedErrorOf(joined)).toEqual(
        defined('NOT_CAPABLE', { capability: 'office', reason: 'inBrowser' }),
      );
    },
  },
  'shell.openSampleData': {
    invalid: [],
    async behaves({ client }) {
      const { url } = await client.shell.openSampleData();
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/.*ticket=/);
    },
  },
};

async function ownKeys(client: Opened['client']) {
  return (await client.receiverKeys.list()).filter(({ id, retiredAt }) => id !== null && retiredAt === null);
}
