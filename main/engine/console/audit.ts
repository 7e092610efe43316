import * as z from 'zod';
import { type AuditEntry, auditEntry } from '#shared/contract/audit.ts';
import { verifyAudit } from '../audit/index.ts';
import { type AuditRow, countAuditEntries, listAudit, type Store } from '../store/index.ts';
import { instantOf, os } from './base.ts';
import { cursorBelow, idBelow } from './cursor.ts';

export function auditProcedures(store: Store) {
  return {
    list: os.audit.list.handler(async ({ input }) => {
      const { subject, limit, cursor } = input;
      const rows = await store.read((tx) =>
        listAudit(tx, { subject, beforeId: idBelow(cursor), limit: limit + 1 }),
      );
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const length = subject === undefined ? await store.read(countAuditEntries) : rows.length;
      return {
        rows: shown.map(entryOf),
        nextCursor: rows.length > limit && last !== undefined ? cursorBelow(last.id) : null,
        total: length,
        totalIsCapped: subject !== undefined && rows.length > limit,
      };
    }),
    verify: os.audit.verify.handler(() => verifyAudit(store)),
  };
}

function entryOf(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: instantOf(row.at),
    actor: auditEntry.shape.actor.parse(JSON.parse(row.actor)),
    action: row.action,
    subject: row.subject,
    detail: z.record(z.string(), z.unknown()).parse(JSON.parse(row.detail)),
    hash: Buffer.from(row.hash).toString('hex'),
  };
}
