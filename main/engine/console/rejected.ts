import { type RejectedRepeat, type RejectedRow as Row, rejectedRow } from '#shared/contract/rejected.ts';
import type { Rejected } from '../rejected/index.ts';
import {
  cappedTotal,
  countRejected,
  findRejected,
  findRejectedBytes,
  listRejected,
  listRejectedRepeats,
  type RejectedRepeatRow,
  type RejectedRow,
  type Store,
} from '../store/index.ts';
import { actorOf, instantOf, os } from './base.ts';
import { bodyPartOf, partFrom } from './body-part.ts';
import { cursorBelow, idBelow, pageOf } from './cursor.ts';

const maxCount = 1000;

export function rejectedProcedures({ store, rejected }: { store: Store; rejected: Rejected }) {
  return {
    list: os.rejected.list.handler(async ({ input }) => {
      const { unseen = false, limit, cursor } = input;
      const query = { unseen, belowTurn: idBelow(cursor), limit: limit + 1 };
      const { rows, count } = await store.read(async (tx) => ({
        rows: await listRejected(tx, query),
        count: await countRejected(tx, unseen, maxCount + 1),
      }));
      const { shown, nextCursor } = pageOf(rows, limit, (last) => cursorBelow(last.arrivalSequence));
      return {
        rows: shown.map(rowOf),
        nextCursor,
        ...cappedTotal(count, maxCount),
      };
    }),
    get: os.rejected.get.handler(async ({ input, errors }) => {
      const row = await store.read((tx) => findRejected(tx, input.id));
      if (row === undefined) throw errors.NOT_FOUND();
      const repeats = await store.read((tx) => listRejectedRepeats(tx, input.id));
      return { ...rowOf(row), repeats: repeats.map(repeatOf) };
    }),
    repeatBody: os.rejected.repeatBody.handler(async ({ input, errors }) => {
      const part = await store.read((tx) => findRejectedBytes(tx, 'repeat', input.id, partFrom(input.from)));
      if (part === undefined) throw errors.NOT_FOUND();
      return bodyPartOf(part, input.from);
    }),
    body: os.rejected.body.handler(async ({ input, errors }) => {
      const part = await store.read((tx) =>
        findRejectedBytes(tx, 'delivery', input.id, partFrom(input.from)),
      );
      if (part === undefined) throw errors.NOT_FOUND();
      return bodyPartOf(part, input.from);
    }),
    setSeen: os.rejected.setSeen.handler(async ({ input, context, errors }) => {
      const isThere = await rejected.setSeen(input.id, input.seen, actorOf(context));
      const row = isThere ? await store.read((tx) => findRejected(tx, input.id)) : undefined;
      if (row === undefined) throw errors.NOT_FOUND();
      return rowOf(row);
    }),
  };
}

function repeatOf(row: RejectedRepeatRow): RejectedRepeat {
  return {
    id: row.id,
    receivedAt: instantOf(row.receivedAt),
    count: row.count,
    lastReceivedAt: instantOf(row.lastReceivedAt),
    path: row.path,
    contentType: row.contentType,
    receivedBytes: row.receivedBytes,
    keptBytes: row.keptBytes,
  };
}

function rowOf(row: RejectedRow): Row {
  return {
    id: row.id,
    receivedAt: instantOf(row.receivedAt),
    count: row.count,
    lastReceivedAt: instantOf(row.lastReceivedAt),
    method: row.method,
    path: row.path,
    contentType: row.contentType,
    status: row.status,
    code: row.code,
    title: row.title,
    reason: row.reason,
    errors: rejectedRow.shape.errors.parse(JSON.parse(row.errors)),
    keyLabel: row.keyLabel,
    receivedBytes: row.receivedBytes,
    keptBytes: row.keptBytes,
    body: Buffer.from(row.body).toString('base64'),
    seenAt: instantOf(row.seenAt),
  };
}
