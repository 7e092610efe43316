/** Which claims are closed, by records as they arrive, and by what people do. */
import { expect, test } from 'vitest';
import type { KeptBackReason } from '../../../main/engine/retention/closed-claims.ts';
import { planRetention } from '../../../main/engine/retention/plan.ts';
import {
  appendAudit,
  insertNote,
  replaceLinks,
  type WriteTransaction,
} from '../../../main/engine/store/index.ts';
import { readCancelCall } from '../../../shared/marketplace/cancellation.ts';
import { billed, billing, creditNote, openClaims, ordered } from '../claims/house.ts';
import { generalInfo, incidentReport } from '../incident-reports.ts';
import { newestRecords } from '../newest-records.ts';
import { purchaseOrder } from '../orders.ts';
import { clockWithoutPauses } from '../records/house.ts';

type House = Awaited<ReturnType<typeof openClaims>> & { clock: ReturnType<typeof clockWithoutPauses> };

const claim = 'RC-1';
const days = 86_400_000;
const policy = 'AUTO-0500';
const line = ordered(1, 'Bumper delantero', 1, 10_000);
const order = (id: number, changes: Record<string, unknown> = {}) =>
  purchaseOrder(id, { insuranceClaimNumber: claim, claimId: 77, requestId: 900, items: [line], ...changes });
const about = { insuranceClaimNumber: claim, requestId: 900, insurancePolicyNumber: policy };
const invoice = (id: number, changes: Record<string, unknown> = {}, price = 10_000) =>
  billing(id, [billed(1, 'Bumper delantero', 1, price)], { ...about, purchaseOrderId: 501, ...changes });
const report = incidentReport(701, { generalInfo: generalInfo({ insurancePolicyNumber: policy }) });

/** An order, its invoice, and the report of the incident, which carries no claim number. */
async function sendSettled({ send }: House) {
  await send('purchaseOrder', 501, order(501));
  await send('financialDocument', 601, invoice(601));
  await send('incidentReport', 701, report);
}

const actor = { person: 'Ana Prueba', via: 'token' } as const;

async function reviewAll({ store, records }: House) {
  const rows = await store.read((tx) => newestRecords(tx));
  for (const { id, revision } of rows) await records.setReviewed(id, revision, actor);
}

const settled = async (house: House) => {
  await sendSettled(house);
  await house.examined();
  await reviewAll(house);
};

const later = ({ clock }: House) => {
  clock.time += 400 * days;
};

async function withHouse<Result>(work: (house: House) => Promise<Result>): Promise<Result> {
  const clock = clockWithoutPauses();
  const house = { ...(await openClaims({ clock })), clock };
  try {
    return await work(house);
  } finally {
    await house.end();
  }
}

/** What is planned so many days after the last act. */
const planAfter = (house: House, after: number) =>
  planRetention(house.store, 1, house.clock.now() + after * days);

const act = (house: House, job: (tx: WriteTransaction) => Promise<unknown>) => house.store.write(job);

const cases: [name: string, arrange: (house: House) => Promise<unknown>, outcome: KeptBackReason | number][] =
  [
    ['all reviewed, invoiced as ordered', settled, 3],
    [
      'nothing reviewed',
      async (house) => {
        await sendSettled(house);
        await house.examined();
      },
      'notReviewed',
    ],
    [
      'the report alone not reviewed, which carries no claim number',
      async (house) => {
        await settled(house);
        await house.records.setReviewed(3, null, actor);
      },
      'notReviewed',
    ],
    [
      'ordered and not invoiced',
      async (house) => {
        await house.send('purchaseOrder', 501, order(501));
        await house.examined();
        await reviewAll(house);
      },
      'outstanding',
    ],
    [
      'invoiced beyond the order',
      async (house) => {
        await house.send('purchaseOrder', 501, order(501));
        await house.send('financialDocument', 601, invoice(601, {}, 14_000));
        await house.examined();
        await reviewAll(house);
      },
      'outstanding',
    ],
    [
      'invoiced beyond the order, and credited',
      async (house) => {
        await house.send('purchaseOrder', 501, order(501));
        await house.send('financialDocument', 601, invoice(601, {}, 14_000));
        await house.send(
          'financialDocument',
          602,
          billing(
            602,
            [billed(1, 'Bumper delantero', 1, 4000)],
            { ...about, ...creditNote, purchaseOrderId: 501, relatedDocumentId: 601 },
            'E340000000001',
          ),
        );
        await house.examined();
        await reviewAll(house);
      },
      3,
    ],
    [
      'a cancellation that waits',
      async (house) => {
        await settled(house);
        await house.journal.keep({
          kind: 'ask',
          marketplaceId: 501,
          keyLabel: 'key',
          bytes: Buffer.from('{}'),
          detail: {
            orderKind: 'purchaseOrder',
            heldUntil: house.clock.now() + 1,
            call: readCancelCall('purchaseOrder', {}),
          },
        });
        await house.derived();
        // The order is asked about, and is not to be reviewed again for it.
      },
      'cancellationOpen',
    ],
    [
      'approved, and not collected',
      async (house) => {
        await settled(house);
        await house.cancel('purchaseOrder', 501);
      },
      'cancellationOpen',
    ],
    [
      'cancelled, with nothing invoiced',
      async (house) => {
        await house.send('purchaseOrder', 501, order(501));
        await house.examined();
        await reviewAll(house);
        await (await house.cancel('purchaseOrder', 501))();
      },
      1,
    ],
    [
      'cancelled, and invoiced all the same',
      async (house) => {
        await settled(house);
        await (await house.cancel('purchaseOrder', 501))();
      },
      'outstanding',
    ],
    [
      'a new revision, not reviewed',
      async (house) => {
        await settled(house);
        await house.send('purchaseOrder', 501, order(501, { comments: 'otra vez' }));
        await house.examined();
      },
      'notReviewed',
    ],
  ];

test.each(cases)('%s', async (_, arrange, outcome) => {
  await withHouse(async (house) => {
    await arrange(house);
    expect(await planAfter(house, 300)).toMatchObject({ claims: 0, records: 0, keptBack: [] });
    const plan = await planAfter(house, 400);
    if (typeof outcome === 'number') {
      expect(plan).toMatchObject({ claims: 1, records: outcome, keptBack: [], withoutClaim: 0 });
      expect(plan.examples).toEqual([
        { claimNumber: claim, lastActivity: new Date(house.clock.now()).toISOString(), records: outcome },
      ]);
      expect(plan.bytes).toBeGreaterThan(500);
    } else
      expect(plan).toMatchObject({
        claims: 0,
        records: 0,
        bytes: 0,
        keptBack: [{ reason: outcome, claims: 1, examples: [claim] }],
      });
  });
});

test('what arrived under a clock that was behind is as young as what arrived before', async () => {
  await withHouse(async (house) => {
    const { send, clock } = house;
    const claimOf = (id: number) => ({ insuranceClaimNumber: `RC-${id}`, claimId: id, requestId: id });
    // Far ahead for a while, which says nothing of those that follow.
    clock.time += 4000 * days;
    await send('incidentReport', 701, report);
    await send('purchaseOrder', 501, order(501, claimOf(1)));
    clock.time -= 4000 * days;
    for (const [id, passed] of [
      [2, 0],
      [3, -3000],
      [4, 3000],
    ] as const) {
      clock.time += passed * days;
      const lines = [billed(1, 'Bumper delantero', 1, 10_000)];
      await send('purchaseOrder', 500 + id, order(500 + id, claimOf(id)));
      const invoiced = { ...claimOf(id), purchaseOrderId: 500 + id };
      await send('financialDocument', 600 + id, billing(600 + id, lines, invoiced));
      if (id !== 3) continue;
      await house.examined();
      await reviewAll(house);
    }
    await house.examined();
    await reviewAll(house);
    expect(await planAfter(house, 300)).toMatchObject({ claims: 0, keptBack: [] });
    expect(await planAfter(house, 400)).toMatchObject({ claims: 3, records: 6 });
  });
});

const acts: [name: string, act: (house: House) => Promise<unknown>][] = [
  [
    'a note',
    (house) =>
      act(house, (tx) => insertNote(tx, { recordId: 1, at: house.clock.now(), who: 'Ana', text: 'visto' })),
  ],
  [
    'an act that the log alone knows',
    (house) =>
      act(house, (tx) =>
        appendAudit(tx, {
          ...{ at: house.clock.now(), actor, action: 'record.examinedAgain' },
          ...{ subject: 'record:3', detail: {} },
        }),
      ),
  ],
  [
    'a review that was taken back and given again',
    async (house) => {
      await house.records.setReviewed(2, null, actor);
      await house.records.setReviewed(2, 1, actor);
    },
  ],
  [
    'a revision, reviewed',
    async (house) => {
      await house.send('incidentReport', 701, { ...report, comments: 'otra vez' });
      await house.examined();
      await house.records.setReviewed(3, 2, actor);
    },
  ],
  ['a cancel call and its answer', async (house) => (await house.cancel('purchaseOrder', 501))()],
];

test.each(acts)('%s keeps a claim for another year', async (_, happens) => {
  await withHouse(async (house) => {
    await settled(house);
    later(house);
    expect(await planAfter(house, 0)).toMatchObject({ claims: 1 });
    await happens(house);
    expect(await planAfter(house, 360)).toMatchObject({ claims: 0, keptBack: [] });
  });
});

test('what carries no claim number leaves with the claim that it belongs to; of two claims with the last of them', async () => {
  await withHouse(async (house) => {
    const { send } = house;
    await send('purchaseOrder', 501, order(501));
    await send(
      'purchaseOrder',
      502,
      order(502, { insuranceClaimNumber: 'RC-2', claimId: 78, requestId: 901 }),
    );
    // One invoice without a claim number names both orders by turns: by its order, and by its tender.
    await send('financialDocument', 601, invoice(601, { insuranceClaimNumber: '', requestId: 901 }));
    await send(
      'financialDocument',
      602,
      invoice(602, { insuranceClaimNumber: 'RC-2', purchaseOrderId: 502 }),
    );
    await send(
      'incidentReport',
      799,
      incidentReport(799, { generalInfo: generalInfo({ insurancePolicyNumber: 'X-9' }) }),
    );
    await house.examined();
    await reviewAll(house);
    const plan = await planAfter(house, 400);
    expect([plan.claims, plan.records, plan.withoutClaim]).toEqual([2, 4, 1]);
    expect(plan.examples.map(({ claimNumber, records }) => [claimNumber, records])).toEqual([
      [claim, 1],
      ['RC-2', 3],
    ]);
    // Where the other claim stays, it stays.
    await house.records.setReviewed(2, null, actor);
    await act(house, (tx) => replaceLinks(tx, 4, [{ name: 'claimNumber', value: 'RC-2' }]));
    const one = await planAfter(house, 400);
    expect([one.claims, one.records, one.keptBack[0]?.reason]).toEqual([1, 1, 'notReviewed']);
  });
});

test('nothing leaves while what arrived before is not examined', async () => {
  await withHouse(async (house) => {
    await settled(house);
    await act(house, (tx) => tx.run(`UPDATE setting SET value = '0' WHERE name = 'examinedEntry'`));
    expect(await planAfter(house, 400)).toMatchObject({ claims: 0, keptBack: [{ reason: 'notReadable' }] });
  });
});
