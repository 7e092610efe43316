import * as z from 'zod';
import type { RowProblem } from '#shared/contract/policies.ts';
import type { PolicyImport } from '#shared/contract/policy-imports.ts';
import type { PolicyLookupRow } from '#shared/contract/policy-lookups.ts';
import { policyRule } from '#shared/policy-terms.ts';
import { type CellProblem, lookupFilter, type Policies, type PolicyImports } from '../policies/index.ts';
import {
  cappedTotal,
  countPolicyLookups,
  findPolicyLookup,
  type ImportRow,
  importFailureOf,
  listPolicyLookups,
  type PolicyLookupRowStored,
  type Store,
} from '../store/index.ts';
import { actorOf, instantOf, os } from './base.ts';
import { cursorAt, cursorBelow, idBelow, pageOf, placeOf } from './cursor.ts';
import { refuseBelow } from './people.ts';

export function policyProcedures(policies: Policies, isOffice: boolean) {
  return {
    list: os.policies.list.handler(async ({ input }) => {
      const { search, only, limit, cursor } = input;
      const page = await policies.list({
        search,
        only,
        limit,
        after: placeOf(cursor, bookPlace) ?? { key: '', vin: '' },
      });
      return {
        rows: page.rows,
        nextCursor: page.next && cursorAt(page.next),
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
      const saved = await policies.save(input.id, input.fields, actorOf(context));
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
      const removed = await policies.remove(input.id, actorOf(context));
      if (removed === null) throw errors.NOT_FOUND();
      return removed;
    }),
    coverageCodes: os.policies.coverageCodes.handler(async () => {
      const codes = await policies.coverageCodes();
      return { codes, unassigned: codes.filter(({ isAssigned }) => !isAssigned).length };
    }),
    check: os.policies.check.handler(({ input }) => policies.checkCoverage(input)),
    import: os.policies.import.handler(async ({ input, context, errors }) => {
      // From other desks nobody else is told which files this computer has.
      if (isOffice && input.path !== undefined) refuseBelow(context, 'administrator');
      const done = await policies.imports.importNow(input, actorOf(context));
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

/** Where a page of the book goes on: after a policy's and vehicle's key. */
const bookPlace = z.object({ key: z.string(), vin: z.string() });

export function policyImportProcedures(imports: PolicyImports) {
  return {
    list: os.policyImports.list.handler(async ({ input }) => {
      const { limit, cursor } = input;
      const { rows, total } = await imports.list({ belowId: idBelow(cursor), limit: limit + 1 });
      const { shown, nextCursor } = pageOf(rows, limit, (last) => cursorBelow(last.id));
      return {
        rows: shown.map(importOf),
        nextCursor,
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
      const begun = await imports.begin(input, actorOf(context));
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
      const checked = await imports.check(id, { mapping, sheet }, actorOf(context));
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
      const applied = await imports.apply(input.id, input.badRows, actorOf(context));
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
      const found = await imports.problems(
        id,
        severity,
        placeOf(cursor, problemPlace) ?? { line: -1, id: 0 },
        limit + 1,
      );
      if (found === null) throw errors.NOT_FOUND();
      const { shown, nextCursor } = pageOf(found.rows, limit, ({ line, id }) => cursorAt({ line, id }));
      return {
        rows: shown.map(({ line, column, code, value }) => ({ line, column, code, value })),
        nextCursor,
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

/** Where a page of problems goes on: after a line's. */
const problemPlace = z.object({ line: z.int(), id: z.int() });

/** Nothing is counted further than this. */
const maxCount = 1000;

export function policyLookupProcedures(store: Pick<Store, 'read'>) {
  return {
    list: os.policyLookups.list.handler(async ({ input }) => {
      const { limit, cursor } = input;
      const filter = lookupFilter(input);
      const [rows, counted] = await store.read(async (tx) => [
        await listPolicyLookups(tx, { filter, belowId: idBelow(cursor), limit: limit + 1 }),
        await countPolicyLookups(tx, filter, maxCount + 1),
      ]);
      const { shown, nextCursor } = pageOf(rows, limit, ({ id }) => cursorBelow(id));
      return {
        rows: shown.map(rowOf),
        nextCursor,
        ...cappedTotal(counted, maxCount),
      };
    }),
    get: os.policyLookups.get.handler(async ({ input, errors }) => {
      const found = await store.read((tx) => findPolicyLookup(tx, input.id));
      if (found === undefined) throw errors.NOT_FOUND();
      return { ...rowOf(found), status: found.status, answer: found.answer };
    }),
  };
}

const storedRules = z.array(policyRule);

function rowOf(row: PolicyLookupRowStored): PolicyLookupRow {
  return {
    id: row.id,
    at: instantOf(row.at),
    kind: row.kind,
    keyLabel: row.keyLabel,
    insurancePolicyNumber: row.insurancePolicyNumber,
    vin: row.vin,
    incidentTypeId: row.incidentTypeId,
    incidentDate: row.incidentDate,
    intermediaryTaxId: row.intermediaryTaxId,
    reportCategoryId: row.reportCategoryId,
    policies: row.policies,
    vehicles: row.vehicles,
    rules: storedRules.parse(JSON.parse(row.rules)),
    cover: row.cover,
  };
}
