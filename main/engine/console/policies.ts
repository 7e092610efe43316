import type { RowProblem } from '#shared/contract/policies.ts';
import type { CellProblem, Policies } from '../policies/index.ts';
import type { SettingsService } from '../settings/index.ts';
import { actorOf, os } from './base.ts';

export function policyProcedures(policies: Policies, settings: Pick<SettingsService, 'current'>) {
  return {
    list: os.policies.list.handler(async ({ input }) => {
      const { search, only, limit, cursor } = input;
      const page = await policies.list({ search, only, limit, after: placeOf(cursor) });
      return {
        rows: page.rows,
        nextCursor: page.next === null ? null : cursorOf(page.next),
        total: page.total,
        totalIsCapped: page.totalIsCapped,
      };
    }),
    get: os.policies.get.handler(async ({ input, errors }) => {
      const found = await policies.get(input.id);
      if (found === null) throw errors.NOT_FOUND();
      return found;
    }),
    save: os.policies.save.handler(async ({ input, context, errors }) => {
      const saved = await policies.save(input.id, input.fields, actorOf(context, settings.current()));
      switch (saved.outcome) {
        case 'notFound':
          throw errors.NOT_FOUND();
        case 'notValid':
          throw errors.NOT_VALID({ data: { problems: saved.problems.map(ofRow) } });
        case 'alreadyThere':
          throw errors.ALREADY_THERE({ data: { id: saved.id } });
        case 'saved': {
          const detail = await policies.get(saved.id);
          if (detail === null) throw errors.NOT_FOUND();
          return detail;
        }
      }
    }),
    remove: os.policies.remove.handler(async ({ input, context, errors }) => {
      const removed = await policies.remove(input.id, actorOf(context, settings.current()));
      if (removed === null) throw errors.NOT_FOUND();
      return removed;
    }),
    coverageCodes: os.policies.coverageCodes.handler(async () => {
      const codes = await policies.coverageCodes();
      return { codes, unassigned: codes.filter(({ isAssigned }) => !isAssigned).length };
    }),
    check: os.policies.check.handler(({ input }) => policies.checkCoverage(input)),
    import: os.policies.import.handler(async ({ input, context, errors }) => {
      const done = await policies.imports.importNow(input, actorOf(context, settings.current()));
      switch (done.outcome) {
        case 'busy':
          throw errors.BUSY();
        case 'unreadable':
          throw errors.FILE({ data: done.failure });
        case 'done':
          return done.result;
      }
    }),
  };
}

/** A row that a person gives is the first and only one. */
function ofRow(problem: CellProblem): RowProblem {
  return { line: 1, ...problem };
}

/** The opaque cursor: number and VIN of the last row, as JSON. */
function cursorOf({ key, vin }: { key: string; vin: string }): string {
  return Buffer.from(JSON.stringify([key, vin])).toString('base64url');
}

/** The beginning without a cursor or with one that is not ours. */
function placeOf(cursor: string | undefined): { key: string; vin: string } {
  const nothing = { key: '', vin: '' };
  if (cursor === undefined) return nothing;
  try {
    const [key, vin]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return typeof key === 'string' && typeof vin === 'string' ? { key, vin } : nothing;
  } catch {
    return nothing;
  }
}
