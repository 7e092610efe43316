/**
 * Claims by chance through the whole engine: delivered, cancelled and revised over its port in any order, examined, and
 * read as the screen reads them.
 */

import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import Big from 'big.js';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { type Clock, systemClock } from '../../../main/engine/clock.ts';
import { openEngine } from '../../../main/engine/engine.ts';
import { insurerClient } from '../../../main/simulator/index.ts';
import type { ClaimFile, LedgerRow, OrderMatch } from '../../../shared/contract/claims.ts';
import type { Contract } from '../../../shared/contract/contract.ts';
import { until } from '../../files/settled.ts';
import { thorough } from '../../thorough.ts';
import { financialDocument } from '../financial-documents.ts';
import { HostInMemory } from '../host-in-memory.ts';
import { migratedFolder } from '../migrated-folder.ts';
import { purchaseOrder } from '../orders.ts';
import { isOnPostgres } from '../test-database.ts';
import {
  type Delivery,
  deliveriesOf,
  documentBody,
  type Numbering,
  orderBody,
  type RandomClaim,
  randomClaim,
} from './random-claims.ts';
import { type SlowLedger, slowLedger } from './slow-ledger.ts';

const key = 'mercado@example.com:a-secret-of-this-test';
/** The pauses of the examiner, which are there for others, are left out. */
const hurried: Clock = {
  now: () => systemClock.now(),
  after(milliseconds, then) {
    if (milliseconds > 200) return systemClock.after(milliseconds, then);
    const turn = setImmediate(then);
    return () => clearImmediate(turn);
  },
};

type House = Awaited<ReturnType<typeof openHouse>>;

async function openHouse() {
  const engine = await openEngine({
    dataDir: await migratedFolder(),
    host: new HostInMemory(),
    version: '0.0.0',
    clock: hurried,
    receiver: { address: '127.0.0.1', port: 0, holdSeconds: 0 },
    environmentKeys: [key],
    log: { info() {}, warn() {}, error() {} },
  });
  onTestFinished(() => engine.close());
  const console = createRouterClient(engine.router, {
    context: { via: 'token' },
  }) as ContractRouterClient<Contract>;
  const client = insurerClient({ baseUrl: engine.receiverUrl() ?? '', key });
  const post = async (path: string, body: object) => {
    const answer = await client.post(path, body);
    if (answer.end === 'noAnswer') throw new Error(answer.detail);
    expect(answer.status).toBe(200);
    return answer.end === 'answered' ? answer.body : null;
  };
  let probes = 800_000_000;
  return {
    console,
    post,
    async cancel(kind: 'purchaseOrder' | 'serviceOrder', id: number) {
      const path = `/${kind === 'purchaseOrder' ? 'PurchaseOrders' : 'ServiceOrders'}/${id}/cancel`;
      await post(path, { [`${kind}Id`]: id });
      let asked: number | undefined;
      await until(console, async () => {
        const { rows } = await console.cancellations.list({ state: 'deferred', limit: 200 });
        asked = rows.find((row) => row.marketplaceId === id && row.orderKind === kind)?.id;
        return asked !== undefined;
      });
      await console.cancellations.decide({ id: asked ?? 0, verdict: 'approve' });
      // No call is held: one that is derived late is answered in review once more.
      const ask = () => post(path, { [`${kind}Id`]: id });
      await until(console, async () =>
        expect.objectContaining({ isCancelled: true }).asymmetricMatch(await ask()),
      );
    },
    /**
     * Resolves when everything is examined and looked at again: what is to be looked at again waits in a line, so an
     * invoice whose order came last is the last to lose its finding.
     */
    async examined() {
      const id = probes++;
      const about = { insuranceClaimNumber: '', insurancePolicyNumber: '', requestId: null, claimId: null };
      await post('/financialDocuments', financialDocument(id, { ...about, purchaseOrderId: id }));
      const find = async () =>
        (await console.records.list({ kind: 'financialDocument', search: String(id) })).rows[0];
      const changes = await console.changes();
      let isOrderSent = false;
      for await (const _ of changes) {
        const row = await find();
        if (row === undefined) continue;
        const { findings } = await console.records.get({ id: row.id });
        const isUnknown = findings.some(({ code }) => code === 'order.unknown');
        if (isUnknown && !isOrderSent) {
          isOrderSent = true;
          await post('/PurchaseOrders', purchaseOrder(id, about));
        } else if (!isUnknown && isOrderSent) return;
      }
    },
  };
}

async function deliver(house: House, claim: RandomClaim, numbering: Numbering): Promise<void> {
  for (const delivery of deliveriesOf(claim)) await deliverOne(house, claim, numbering, delivery);
}

async function deliverOne(
  house: House,
  claim: RandomClaim,
  numbering: Numbering,
  delivery: Delivery,
): Promise<void> {
  const { orders, documents } = claim;
  const order = orders[delivery.at];
  const document = documents[delivery.at];
  if (delivery.what === 'document' && document !== undefined) {
    const body = documentBody(document, delivery.at, orders, numbering, delivery.isDraft);
    await house.post('/financialDocuments', body);
  } else if (delivery.what === 'order' && order !== undefined) {
    const path = order.kind === 'purchaseOrder' ? '/PurchaseOrders' : '/ServiceOrders';
    await house.post(path, orderBody(order, delivery.at, numbering, delivery.isDraft));
  } else if (delivery.what === 'cancel' && order !== undefined) {
    await house.cancel(order.kind, numbering.base + delivery.at);
  }
}

const cents = (amount: string) => Number(new Big(amount).times(100).toFixed());
const letters = (name: string | null) => (name ?? '').toLowerCase().replaceAll(/[^a-z]/g, '');

const asSlow = (row: LedgerRow) => ({
  party: row.partyTaxId ?? (letters(row.party) || 'nobody'),
  currency: row.currency,
  ordered: cents(row.ordered),
  cancelled: cents(row.cancelled),
  invoiced: cents(row.invoiced),
  credited: cents(row.credited),
  outstanding: cents(row.outstanding),
  toCredit: cents(row.toCredit),
  withoutOrder: cents(row.withoutOrder),
});
const sorted = <Row extends { party: string; currency: string }>(rows: readonly Row[]) =>
  rows.toSorted((a, b) => (`${a.currency} ${a.party}` < `${b.currency} ${b.party}` ? -1 : 1));

/** No sum is negative, and the headline is the sums of the rows: nothing of a party or currency lowers another's. */
function expectNothingNetted({ ledger, headline }: ClaimFile): void {
  for (const row of ledger) {
    expect([row.outstanding, row.toCredit].some((amount) => amount.startsWith('-'))).toBe(false);
  }
  const summed = [...Map.groupBy(ledger, ({ currency }) => currency)].map(([currency, rows]) => ({
    currency,
    outstanding: rows.reduce((sum, row) => sum + cents(row.outstanding), 0),
    toCredit: rows.reduce((sum, row) => sum + cents(row.toCredit), 0),
  }));
  expect(
    headline.map((row) => ({ ...row, outstanding: cents(row.outstanding), toCredit: cents(row.toCredit) })),
  ).toEqual(summed);
}

function expectBalance(match: OrderMatch, owed: { outstanding: number; toCredit: number } | undefined): void {
  if (owed === undefined) return;
  const { outstanding, toCredit } = match;
  expect({ outstanding: cents(outstanding ?? 'none'), toCredit: cents(toCredit ?? 'none') }).toEqual(owed);
}

/** What matches was compared: documents of the order's party in pesos, quantity and amount. */
function expectNothingGreenUncompared(
  claimFile: ClaimFile,
  claim: RandomClaim,
  slow: SlowLedger,
  base: number,
): void {
  const positions = new Map(claimFile.records.map(({ id, marketplaceId }) => [id, marketplaceId - base]));
  for (const match of claimFile.matches) {
    const at = match.order.marketplaceId - base;
    const order = claim.orders[at];
    const compared = slow.compared.get(at) ?? new Set();
    expect(match.comparedCount).toBe(compared.size);
    for (const document of match.documents) {
      const isCompared = compared.has(positions.get(document.recordId) ?? -1);
      if (document.notCompared !== 'creditAboveInvoice') {
        expect(document.notCompared === null).toBe(isCompared);
      }
    }
    expectBalance(match, slow.balance.get(at));
    if (match.totalMatches) {
      const lineCount = [...compared].reduce(
        (sum, one) => sum + (claim.documents[one]?.lines.length ?? 0),
        order?.lines.length ?? 0,
      );
      const due = match.isCancelled ? 0 : cents(match.ordered ?? 'none');
      expect(compared.size).toBeGreaterThan(0);
      expect(Math.abs((slow.net.get(at) ?? 0) - due)).toBeLessThanOrEqual(100 * lineCount);
    }
    for (const line of match.lines.filter(({ state }) => state === 'matched')) {
      const own = line.documentLines;
      expect(own.every(({ recordId }) => compared.has(positions.get(recordId) ?? -1))).toBe(true);
      expect(own.some(({ recognisedBy }) => recognisedBy === 'amount')).toBe(false);
      const billed = (isCreditNote: boolean) => {
        const lines = own.filter((one) => one.isCreditNote === isCreditNote);
        return {
          money: lines.reduce((sum, { total }) => sum + cents(total ?? 'none'), 0),
          units: lines
            .filter(({ recognisedBy }) => recognisedBy !== 'otherCosts')
            .reduce((sum, { quantity }) => sum + Number(quantity ?? 'none'), 0),
        };
      };
      const [invoiced, credited] = [billed(false), billed(true)];
      const away = invoiced.money - credited.money - cents(line.orderedTotal ?? 'none');
      expect(Math.abs(away)).toBeLessThanOrEqual(100 * own.length);
      expect([invoiced.units, invoiced.units - credited.units]).toContain(Number(line.orderedQuantity));
    }
  }
}

/** Each document has the findings that its money deserves, whatever came first. */
async function expectFindings(
  house: House,
  claimFile: ClaimFile,
  claim: RandomClaim,
  slow: SlowLedger,
  base: number,
) {
  for (const { id, kind, marketplaceId } of claimFile.records) {
    if (kind !== 'financialDocument') continue;
    const at = marketplaceId - base;
    const codes = (await house.console.records.get({ id })).findings.map(({ code }) => code);
    const over = slow.over.get(at);
    expect(codes.includes('order.overInvoiced'), `overInvoiced of ${at}`).toBe(
      over !== undefined && over.by > 100 * Math.max(1, over.lines),
    );
    // By less than the rounding of its lines it is none; of few lines no chance amount comes so near.
    const excess = slow.excess.get(at) ?? 0;
    if (excess === 0 || excess > 100 * 12) {
      expect(codes.includes('creditNote.aboveInvoice'), `aboveInvoice of ${at}`).toBe(excess > 0);
    }
  }
  for (const [at, { toCredit }] of slow.balance) {
    if (claim.orders[at]?.isCancelled) continue;
    const own = [...(slow.compared.get(at) ?? [])].map((one) => slow.over.get(one));
    const isOver = own.some((one) => one !== undefined && one.by > 100 * Math.max(1, one.lines));
    // What is to be credited of an order is found of one of its invoices.
    if (toCredit > 0) expect(isOver).toBe(true);
  }
  expect(claimFile.records.length).toBe(claim.orders.length + claim.documents.length);
}

/** Delivered together, so that they are examined together. */
const batch = 40;

const count = thorough ? 2000 : isOnPostgres ? 5 : 80;

test(`the ledgers of ${count} claims are what a slow computation says, net nothing, and nothing matches that was not compared`, {
  timeout: 480_000,
}, async () => {
  const house = await openHouse();
  const seed = Number(process.env['PERITO_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
  const claims = fc.sample(randomClaim, { seed, numRuns: count }).map((claim, index) => ({
    claim,
    numbering: { claimNumber: `RC-${String(index).padStart(5, '0')}`, base: (index + 1) * 1000 },
  }));
  let [compared, matched] = [0, 0];
  const look = async ({ claim, numbering: { claimNumber, base } }: (typeof claims)[number]) => {
    const slow = slowLedger(claim);
    const claimFile = await house.console.claims.get({ by: 'claimNumber', value: claimNumber });
    expect(sorted(claimFile.ledger.map(asSlow))).toEqual(sorted(slow.rows));
    expectNothingNetted(claimFile);
    expectNothingGreenUncompared(claimFile, claim, slow, base);
    await expectFindings(house, claimFile, claim, slow, base);
    const { rows } = await house.console.claims.list({ search: claimNumber, limit: 10 });
    const row = rows.find((one) => one.claimNumber === claimNumber);
    expect(row?.headline).toEqual(claimFile.headline);
    expect(row?.uncountedCount).toBe(claimFile.notCounted.length);
    compared += claimFile.matches.reduce((sum, match) => sum + match.comparedCount, 0);
    matched += claimFile.matches
      .flatMap(({ lines }) => lines)
      .filter(({ state }) => state === 'matched').length;
  };
  for (let from = 0; from < claims.length; from += batch) {
    const some = claims.slice(from, from + batch);
    await Promise.all(some.map(({ claim, numbering }) => deliver(house, claim, numbering)));
    await house.examined();
    for (const one of some) {
      if (one.claim.orders.length + one.claim.documents.length === 0) continue;
      await look(one).catch((failure: unknown) => {
        const said = `Seed ${seed}, ${one.numbering.claimNumber}: ${JSON.stringify(one.claim)}`;
        throw new Error(`${said}\n${failure instanceof Error ? failure.message : ''}`, { cause: failure });
      });
    }
  }
  // The claims are not all of those that have nothing to compare; of few they may be.
  if (isOnPostgres) return;
  expect(compared).toBeGreaterThan(count / 4);
  expect(matched).toBeGreaterThan(count / 40);
});
