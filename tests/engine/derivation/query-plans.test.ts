/** What is read of the journal while it grows without end: nothing walks all of it. */
import { expect, test } from 'vitest';
import {
  countDeliveriesAfter,
  findAnswerEntry,
  findEntry,
  findJournalHead,
  findLatestDelivery,
  findLatestRevision,
  findRecordIdBefore,
  findRevision,
  findRevisionAfter,
  findRevisionBytes,
  listArrivalsAfter,
  listAsks,
  listCallsAfter,
  listDeliveriesBefore,
  listRecordEvents,
  listRejected,
  listRevisions,
  updateFindingAcknowledgements,
} from '../../../main/engine/store/index.ts';
import { openPlainStore } from '../claims/put-records.ts';
import { type PlannedStatement, planOf, statement } from '../store/query-plan.ts';

const { store } = await openPlainStore();

const primaryKey = (table: string, condition: string) =>
  new RegExp(`SEARCH ${table} USING INTEGER PRIMARY KEY \\(${condition}\\)`);
const delivery = (table: string, condition = '') =>
  new RegExp(
    `SEARCH ${table} USING INDEX entry_delivery \\(kind=\\? AND marketplace_id=\\?${condition}( AND revision[<>]\\?)*\\)`,
  );
const part = { from: 0, limit: 9 };
const kind = 'purchaseOrder';

const queries: [name: string, statement: PlannedStatement, ...plan: RegExp[]][] = [
  [
    'the next delivery to be examined',
    statement((tx) => findRevisionAfter(tx, 9, 99)),
    primaryKey('e', 'rowid>\\? AND rowid<\\?'),
    /SEARCH r USING (COVERING )?INDEX record_identity/,
    primaryKey('l', 'rowid=\\?'),
    primaryKey('n', 'rowid=\\?'),
  ],
  [
    'the first delivery that waits',
    statement((tx) => countDeliveriesAfter(tx, 9), 1, [[{ seq: 9, numbers: '{}' }]]),
    primaryKey('entry', 'rowid>\\? AND rowid<\\?'),
  ],
  [
    'how many deliveries wait',
    statement((tx) => countDeliveriesAfter(tx, 9), 2, [[{ seq: 99, numbers: '{}' }], [{ seq: 10, at: 1 }]]),
    primaryKey('entry', 'rowid>\\? AND rowid<\\?'),
  ],
  [
    'where the journal ends',
    statement(findJournalHead, 0, [[{ seq: 9, numbers: '{}' }]]),
    primaryKey('journal_head', 'rowid=\\?'),
  ],
  [
    'revisions of a record',
    statement((tx) => listRevisions(tx, 1)),
    primaryKey('r', 'rowid=\\?'),
    delivery('e'),
  ],
  [
    'a revision of a record',
    statement((tx) => findRevision(tx, 1, 1)),
    primaryKey('r', 'rowid=\\?'),
    delivery('e', ' AND revision=\\?'),
  ],
  ['its latest revision', statement((tx) => findLatestRevision(tx, 1)), delivery('e', ' AND revision=\\?')],
  [
    'bytes of a revision',
    statement((tx) => findRevisionBytes(tx, 1, 1, part)),
    delivery('e', ' AND revision=\\?'),
  ],
  ['what happened to records', statement((tx) => listRecordEvents(tx, [1])), delivery('e')],
  ['an entry', statement((tx) => findEntry(tx, 9)), primaryKey('e', 'rowid=\\?')],
  [
    'cancel calls that are not derived',
    statement((tx) => listCallsAfter(tx, 9, 9)),
    /SEARCH e USING INDEX entry_call \(seq>\?\)/,
  ],
  [
    'arrivals that are not derived',
    statement((tx) => listArrivalsAfter(tx, 9, 9)),
    primaryKey('e', 'rowid>\\?'),
  ],
  [
    'the record of an order that came before',
    statement((tx) => findRecordIdBefore(tx, kind, 1, 9)),
    delivery('entry', ' AND revision=\\? AND rowid<\\?'),
  ],
  ['the latest delivery', statement((tx) => findLatestDelivery(tx, kind, 1)), delivery('entry')],
  [
    'deliveries of a record before a place',
    statement((tx) => listDeliveriesBefore(tx, kind, 1, 9)),
    delivery('e'),
  ],
  [
    'what a call was about to be answered with',
    statement((tx) => findAnswerEntry(tx, 1, { after: 1, before: 9 })),
    /SEARCH e USING INDEX entry_call \(seq>\? AND seq<\?\)/,
  ],
  [
    'when a revision arrived that rules of parties hold for',
    statement((tx) => updateFindingAcknowledgements(tx, { recordId: 1, revision: 1 }), 4, [
      [{ acknowledgementId: null }],
      [],
      [{ id: '101000001' }],
      [{}],
    ]),
    delivery('e', ' AND revision=\\?'),
  ],
  [
    'asks of a cancellation',
    statement((tx) => listAsks(tx, 1, 9, 9)),
    /SEARCH a USING INDEX ask_of_cancellation/,
    primaryKey('e', 'rowid=\\?'),
  ],
  [
    'rejected deliveries',
    statement((tx) => listRejected(tx, { unseen: false, belowTurn: 9, limit: 9 })),
    /SEARCH d USING INDEX rejected_by_arrival/,
    primaryKey('e', 'rowid=\\?'),
  ],
];

test.each(queries)(
  '%s: its plan searches by keys, and neither scans nor sorts',
  async (_, planned, ...steps) => {
    const plan = await planOf(store, planned);
    for (const step of steps) expect(plan).toMatch(step);
    expect(plan).not.toMatch(/TEMP B-TREE|SCAN (?!ids\b|\(subquery|found\b)/);
  },
);
