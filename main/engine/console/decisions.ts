import type { DecisionEntry, DecisionsOfRecord as Shown } from '#shared/contract/decisions.ts';
import type { Decisions, DecisionsOfRecord } from '../decisions/index.ts';
import { cappedTotal, type DecisionRow } from '../store/index.ts';
import { instantOf, os } from './base.ts';
import { cursorBelow, idBelow, pageOf } from './cursor.ts';
import { authorityOf, proposalError } from './proposals.ts';
import { rowOf } from './records.ts';

export function decisionProcedures(decisions: Decisions) {
  return {
    get: os.decisions.get.handler(async ({ input, errors }) => {
      const found = await decisions.get(input.recordId);
      if (found === null) throw errors.NOT_FOUND();
      return shown(found);
    }),
    proposed: os.decisions.proposed.handler(async ({ input }) => {
      const { limit, cursor } = input;
      const rows = await decisions.proposed(idBelow(cursor), limit + 1);
      const page = pageOf(rows, limit, ({ id }) => cursorBelow(id));
      const total = await decisions.countProposed(maxCount + 1);
      return { rows: page.shown.map(rowOf), nextCursor: page.nextCursor, ...cappedTotal(total, maxCount) };
    }),
    decide: os.decisions.decide.handler(async ({ input, context, errors }) => {
      const done = await decisions.decide(input, authorityOf(context));
      switch (done.outcome) {
        case 'done':
          return shown(done.decisions);
        case 'notFound':
          throw errors.NOT_FOUND();
        case 'notDecidable':
          throw errors.NOT_DECIDABLE({ data: { reason: done.reason } });
        case 'newerRevision':
          throw errors.NEWER_REVISION({ data: { revision: done.revision } });
        case 'changed':
          throw errors.CHANGED({ data: { last: done.last && entryOf(done.last) } });
        case 'proposed':
          throw errors.PROPOSED({ data: { who: done.who, at: instantOf(done.at) } });
        case 'reasonRequired':
          throw errors.REASON_REQUIRED();
        case 'payReasonRequired':
          throw errors.PAY_REASON_REQUIRED({ data: { findings: done.findings } });
      }
    }),
    confirm: os.decisions.confirm.handler(async ({ input, context, errors }) => {
      const done = await decisions.confirm(input, authorityOf(context));
      switch (done.outcome) {
        case 'done':
          return shown(done.decisions);
        case 'notFound':
          throw errors.NOT_FOUND();
        case 'notDecidable':
          throw errors.NOT_DECIDABLE({ data: { reason: done.reason } });
        case 'newerRevision':
          throw errors.NEWER_REVISION({ data: { revision: done.revision } });
        case 'notProposed':
        case 'samePerson':
        case 'formerAccount':
        case 'aboveLimit':
          throw proposalError(done.outcome, errors);
      }
    }),
    reject: os.decisions.reject.handler(async ({ input, context, errors }) => {
      const done = await decisions.reject(input, authorityOf(context));
      switch (done.outcome) {
        case 'done':
          return shown(done.decisions);
        case 'notFound':
          throw errors.NOT_FOUND();
        case 'notDecidable':
          throw errors.NOT_DECIDABLE({ data: { reason: done.reason } });
        case 'notProposed':
          throw proposalError(done.outcome, errors);
      }
    }),
    withdraw: os.decisions.withdraw.handler(async ({ input, context, errors }) => {
      const done = await decisions.withdraw(input, authorityOf(context));
      switch (done.outcome) {
        case 'done':
          return shown(done.decisions);
        case 'notFound':
          throw errors.NOT_FOUND();
        case 'notDecidable':
          throw errors.NOT_DECIDABLE({ data: { reason: done.reason } });
        case 'changed':
          throw errors.CHANGED({ data: { last: done.last && entryOf(done.last) } });
        case 'notDecided':
          throw errors.NOT_DECIDED();
        case 'otherPerson':
          throw errors.OTHER_PERSON();
      }
    }),
  };
}

/** Nothing is counted further than this. */
const maxCount = 1000;

const shown = ({ record, standing, proposal, entries, ...rest }: DecisionsOfRecord): Shown => ({
  ...rest,
  record: rowOf(record),
  standing: standing && entryOf(standing),
  proposal: proposal && entryOf(proposal),
  entries: entries.map(entryOf),
});

const entryOf = ({ recordId: _, proposalId: __, at, ...row }: DecisionRow): DecisionEntry => ({
  ...row,
  at: instantOf(at),
});
