import type { PolicyImport } from '#shared/contract/policy-imports.ts';
import type { PolicyImports } from '../policies/index.ts';
import type { SettingsService } from '../settings/index.ts';
import { type ImportRow, importFailureOf } from '../store/index.ts';
import { actorOf, instantOf, os } from './base.ts';
import { cursorBelow, idBelow } from './cursor.ts';

export function policyImportProcedures(imports: PolicyImports, settings: Pick<SettingsService, 'current'>) {
  return {
    list: os.policyImports.list.handler(async ({ input }) => {
      const { limit, cursor } = input;
      const { rows, total } = await imports.list({ belowId: idBelow(cursor), limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        rows: shown.map(importOf),
        nextCursor: rows.length > limit && last !== undefined ? cursorBelow(last.id) : null,
        total,
        totalIsCapped: false,
      };
    }),
    get: os.policyImports.get.handler(async ({ input, errors }) => {
      const row = await imports.get(input.id);
      if (row === null) throw errors.NOT_FOUND();
      return importOf(row);
    }),
    begin: os.policyImports.begin.handler(async ({ input, context, errors }) => {
      const begun = await imports.begin(input, actorOf(context, settings.current()));
      if (begun.outcome === 'tooLarge') throw errors.TOO_LARGE();
      if (begun.outcome === 'busy') throw errors.BUSY();
      return importOf(begun.result);
    }),
    append: os.policyImports.append.handler(async ({ input, errors }) => {
      const bytes = Buffer.from(input.base64, 'base64');
      const appended = await imports.append(input.id, input.offset, bytes);
      if (appended.outcome === 'notFound') throw errors.NOT_FOUND();
      if (appended.outcome === 'notNow') throw errors.NOT_NOW({ data: { state: appended.state } });
      if (appended.outcome === 'tooLarge') throw errors.TOO_LARGE();
      return importOf(appended.result);
    }),
    headings: os.policyImports.headings.handler(async ({ input, errors }) => {
      const found = await imports.headings(input.id, input.sheet);
      if (found.outcome === 'notFound') throw errors.NOT_FOUND();
      if (found.outcome === 'notNow') throw errors.NOT_NOW({ data: { state: found.state } });
      if (found.outcome === 'unreadable') throw errors.FILE({ data: found.failure });
      return found.result;
    }),
    check: os.policyImports.check.handler(async ({ input, context, errors }) => {
      const { id, mapping, sheet } = input;
      const checked = await imports.check(id, { mapping, sheet }, actorOf(context, settings.current()));
      if (checked.outcome === 'notFound') throw errors.NOT_FOUND();
      if (checked.outcome === 'notNow') throw errors.NOT_NOW({ data: { state: checked.state } });
      if (checked.outcome === 'busy') throw errors.BUSY();
      if (checked.outcome === 'mapping') {
        const { missing, twice } = checked;
        throw errors.MAPPING({ data: { missing, twice } });
      }
      return importOf(checked.result);
    }),
    apply: os.policyImports.apply.handler(async ({ input, context, errors }) => {
      const applied = await imports.apply(input.id, input.badRows, actorOf(context, settings.current()));
      if (applied.outcome === 'notFound') throw errors.NOT_FOUND();
      if (applied.outcome === 'notNow') throw errors.NOT_NOW({ data: { state: applied.state } });
      if (applied.outcome === 'busy') throw errors.BUSY();
      return importOf(applied.result);
    }),
    cancel: os.policyImports.cancel.handler(async ({ input, errors }) => {
      const cancelled = await imports.cancel(input.id);
      if (cancelled.outcome === 'notFound') throw errors.NOT_FOUND();
      if (cancelled.outcome === 'notNow') throw errors.NOT_NOW({ data: { state: cancelled.state } });
      return importOf(cancelled.result);
    }),
    problems: os.policyImports.problems.handler(async ({ input, errors }) => {
      const { id, severity, limit, cursor } = input;
      const found = await imports.problems(id, severity, placeOf(cursor), limit + 1);
      if (found === null) throw errors.NOT_FOUND();
      const shown = found.rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        rows: shown.map(({ line, column, code, value }) => ({ line, column, code, value })),
        nextCursor: found.rows.length > limit && last !== undefined ? cursorOf(last) : null,
        total: found.total,
        totalIsCapped: false,
      };
    }),
  };
}

function importOf(row: ImportRow): PolicyImport {
  return {
    id: row.id,
    filename: row.filename,
    startedAt: instantOf(row.startedAt),
    startedBy: row.startedBy,
    via: row.via,
    state: row.state,
    bytes: row.bytes,
    receivedBytes: row.receivedBytes,
    rowsDone: row.rowsDone,
    rowsTotal: row.rowsTotal,
    added: row.added,
    changed: row.changed,
    unchanged: row.unchanged,
    bad: row.bad,
    warned: row.warned,
    finishedAt: instantOf(row.finishedAt),
    failure: importFailureOf(row),
  };
}

/** The opaque cursor of a page of problems that goes on after a line's. */
function cursorOf({ line, id }: { line: number; id: number }): string {
  return Buffer.from(`line>${line}.${id}`).toString('base64url');
}

function placeOf(cursor: string | undefined): { line: number; id: number } {
  const text = cursor === undefined ? '' : Buffer.from(cursor, 'base64url').toString();
  const found = /^line>(\d{1,15})\.(\d{1,15})$/.exec(text);
  return found === null ? { line: -1, id: 0 } : { line: Number(found[1]), id: Number(found[2]) };
}
