import * as z from 'zod';
import type {
  Ask,
  CallIssue,
  CancellationDetail,
  CancellationRow,
  PastProposal,
  Proposal,
} from '#shared/contract/cancellations.ts';
import { maxKeptBodyBytes } from '#shared/contract/common.ts';
import { severityOf } from '#shared/finding-severity.ts';
import { cancelCall } from '#shared/marketplace/cancellation.ts';
import type { Verdict } from '#shared/terms.ts';
import {
  type CancellationPage,
  type Cancellations,
  mismatchesOfView,
  type Place,
  statedClaim,
} from '../cancellations/index.ts';
import { gather } from '../findings/index.ts';
import type { ProposalRow } from '../store/index.ts';
import { actorOf, instantOf, os } from './base.ts';
import { cursorAt, placeOf } from './cursor.ts';
import { authorityOf, proposalError } from './proposals.ts';

type View = CancellationPage['rows'][number];
type AskOfCancellation = NonNullable<Awaited<ReturnType<Cancellations['wholeAsk']>>>;

/** What other rooms know of a cancellation's order. */
export type AboutOrder = Pick<
  CancellationDetail,
  'insured' | 'vehicle' | 'vin' | 'policyNumber' | 'invoiced'
>;
const nothingKnown: AboutOrder = {
  insured: null,
  vehicle: null,
  vin: null,
  policyNumber: null,
  invoiced: [],
};

export function cancellationProcedures(
  cancellations: Cancellations,
  aboutOrder: (recordId: number) => Promise<AboutOrder>,
) {
  return {
    list: os.cancellations.list.handler(async ({ input }) => {
      const { state, mustAskAgain, toAttend, proposed, withClosed, ids, limit, cursor } = input;
      if (ids !== undefined) {
        const rows = (await cancellations.byIds(ids)).map(rowOf);
        return { rows, nextCursor: null, total: rows.length, totalIsCapped: false };
      }
      const page = await cancellations.list({
        states: typeof state === 'string' ? [state] : state,
        mustAskAgain,
        toAttend,
        proposed,
        withClosed,
        limit,
        after: placeOf(cursor, pagePlace) ?? undefined,
      });
      return {
        rows: page.rows.map(rowOf),
        nextCursor: page.next && cursorAt(page.next),
        total: page.total,
        totalIsCapped: page.totalIsCapped,
      };
    }),
    get: os.cancellations.get.handler(async ({ input, errors }) => {
      const found = await cancellations.get(input.id);
      if (found === null) throw errors.NOT_FOUND();
      const row = rowOf(found.cancellation);
      const about = row.recordId === null ? nothingKnown : await aboutOrder(row.recordId);
      return {
        ...row,
        ...about,
        asks: found.asks.map(askOf),
        proposals: found.proposals.map(pastProposalOf),
      };
    }),
    ask: os.cancellations.ask.handler(async ({ input, errors }) => {
      const ask = await cancellations.wholeAsk(input.id);
      if (ask === null) throw errors.NOT_FOUND();
      return askOf(ask);
    }),
    decide: os.cancellations.decide.handler(async ({ input, context, errors }) => {
      const decided = await cancellations.decide({ ...input, ...authorityOf(context) });
      switch (decided.outcome) {
        case 'decided':
        case 'proposed':
          return rowOf(decided.cancellation);
        case 'notFound':
          throw errors.NOT_FOUND();
        case 'textRequired':
          throw errors.TEXT_REQUIRED();
        case 'mismatch':
          throw errors.MISMATCH({ data: { mismatches: decided.mismatches } });
        case 'notDecidable':
          throw errors.NOT_DECIDABLE({ data: { state: decided.state } });
        case 'alreadyProposed':
          throw errors.ALREADY_PROPOSED({ data: { proposal: proposalOf(decided.proposal) } });
        case 'alreadyDecided':
          throw errors.ALREADY_DECIDED({ data: verdictOf(decided) });
      }
    }),
    confirm: os.cancellations.confirm.handler(async ({ input, context, errors }) => {
      const confirmed = await cancellations.confirm(input, authorityOf(context));
      switch (confirmed.outcome) {
        case 'confirmed':
          return rowOf(confirmed.cancellation);
        case 'notFound':
          throw errors.NOT_FOUND();
        case 'notProposed':
        case 'samePerson':
        case 'formerAccount':
        case 'aboveLimit':
          throw proposalError(confirmed.outcome, errors);
        case 'newerRevision':
          throw errors.NEWER_REVISION({ data: { revision: confirmed.revision } });
        case 'mismatch':
          throw errors.MISMATCH({ data: { mismatches: confirmed.mismatches } });
        case 'notDecidable':
          throw errors.NOT_DECIDABLE({ data: { state: confirmed.state } });
        case 'alreadyDecided':
          throw errors.ALREADY_DECIDED({ data: verdictOf(confirmed) });
      }
    }),
    reject: os.cancellations.reject.handler(async ({ input, context, errors }) => {
      const rejected = await cancellations.reject(input, authorityOf(context));
      switch (rejected.outcome) {
        case 'rejected':
          return rowOf(rejected.cancellation);
        case 'notFound':
          throw errors.NOT_FOUND();
        case 'notProposed':
        case 'samePerson':
        case 'formerAccount':
        case 'aboveLimit':
          throw proposalError(rejected.outcome, errors);
      }
    }),
    withdrawProposal: os.cancellations.withdrawProposal.handler(async ({ input, context, errors }) => {
      const withdrawn = await cancellations.withdrawProposal(input, authorityOf(context));
      switch (withdrawn.outcome) {
        case 'withdrawn':
          return rowOf(withdrawn.cancellation);
        case 'notFound':
          throw errors.NOT_FOUND();
        case 'notProposed':
          throw proposalError(withdrawn.outcome, errors);
        case 'otherPerson':
          throw errors.OTHER_PERSON();
      }
    }),
    close: os.cancellations.close.handler(async ({ input, context, errors }) => {
      const actor = actorOf(context);
      const closed = await cancellations.closeUnmatched({ ...input, actor });
      switch (closed.outcome) {
        case 'closed':
          return rowOf(closed.cancellation);
        case 'notFound':
          throw errors.NOT_FOUND();
        case 'notClosable':
          throw errors.NOT_CLOSABLE({ data: { state: closed.state } });
        case 'alreadyClosed': {
          const { closedBy, closedAt } = closed;
          throw errors.ALREADY_CLOSED({ data: { closedBy, closedAt: instantOf(closedAt) } });
        }
      }
    }),
    withdraw: os.cancellations.withdraw.handler(async ({ input, context, errors }) => {
      const withdrawn = await cancellations.withdraw(input.id, actorOf(context));
      switch (withdrawn.outcome) {
        case 'withdrawn':
          return rowOf(withdrawn.cancellation);
        case 'notFound':
          throw errors.NOT_FOUND();
        case 'notWithdrawable':
          throw errors.NOT_WITHDRAWABLE({ data: { reason: withdrawn.reason } });
      }
    }),
  };
}

const verdictOf = ({
  verdict,
  decidedBy,
  decidedAt,
}: {
  verdict: Verdict;
  decidedBy: string;
  decidedAt: number;
}) => ({ verdict, decidedBy, decidedAt: instantOf(decidedAt) });

const proposalOf = ({ id, at, who, personId, ...row }: ProposalRow): Proposal => ({
  ...{ id, who, personId, at: instantOf(at) },
  ...{ responseText: row.responseText, reasonCode: row.reasonCode },
  ...{ revision: row.revision, amount: row.amount },
});

const pastProposalOf = (row: ProposalRow): PastProposal => ({
  ...proposalOf(row),
  ...{ ending: row.ending, endedAt: instantOf(row.endedAt), endedBy: row.endedBy, comment: row.comment },
});

function rowOf(view: View): CancellationRow {
  return {
    id: view.id,
    orderKind: view.orderKind,
    marketplaceId: view.marketplaceId,
    recordId: view.orderId,
    orderNumber: view.number,
    claimNumber: view.recordId === null ? statedClaim(view.orderReferences) : view.claimNumber,
    partyName: view.partyName,
    firstItem: view.firstItem,
    itemCount: view.itemCount ?? 0,
    total: view.total,
    state: view.state,
    askedAt: instantOf(view.askedAt),
    lastAskedAt: instantOf(view.lastAskedAt),
    askCount: view.askCount,
    openAsks: view.openAsks,
    heldUntil: instantOf(view.heldUntil),
    mismatches: mismatchesOfView(view),
    issues: issuesOf(callOf(view.latestContent)),
    closed:
      view.closedAt === null
        ? null
        : { at: instantOf(view.closedAt), who: view.closedBy || null, reason: view.closedReason },
    reason: view.reason,
    comments: view.comments,
    askedBy: view.askedBy,
    verdict: view.verdict,
    responseText: view.responseText,
    reasonCode: view.reasonCode,
    decidedAt: instantOf(view.decidedAt),
    decidedBy: view.decidedBy,
    proposal: view.proposal && {
      ...proposalOf(view.proposal),
      isOutdated: view.proposal.revision !== view.orderRevision,
    },
    proposedBy: view.confirmed && {
      ...{ who: view.confirmed.who, personId: view.confirmed.personId },
      at: instantOf(view.confirmed.at),
    },
    deliveredAt: instantOf(view.deliveredAt),
    mustAskAgain: view.verdict !== null && view.deliveredAt === null && !view.isDelivering,
    mayHaveBeenDelivered: view.mayHaveBeenDelivered,
  };
}

/** What a call said, as it was kept. */
const callOf = (json: string | null) => cancelCall.nullable().parse(JSON.parse(json ?? 'null'));

function issuesOf(call: ReturnType<typeof callOf>): CallIssue[] {
  return gather(call?.issues ?? []).map((one) => ({ ...one, severity: severityOf[one.code] }));
}

function askOf(ask: AskOfCancellation): Ask {
  const call = callOf(ask.content);
  return {
    id: ask.id,
    receivedAt: instantOf(ask.receivedAt),
    heldUntil: instantOf(ask.heldUntil),
    answeredAt: instantOf(ask.answeredAt),
    answer: ask.answer,
    delivery: ask.delivery,
    reason: ask.reason,
    comments: ask.comments,
    askedBy: ask.askedBy,
    call: call === null ? null : cancelCall.omit({ issues: true }).parse(call),
    issues: issuesOf(call),
    // Where it is cut, half a character may stand at its end.
    body: new TextDecoder().decode(ask.body.subarray(0, maxKeptBodyBytes)).replace(/\uFFFD$/, ''),
    bodyBytes: ask.bodyBytes,
  };
}

/** Where a page goes on: behind one that waits, by the end of its hold, or below one of the others. */
const pagePlace = z.union([
  z.object({ heldUntil: z.int(), id: z.int() }),
  z.object({ belowId: z.int() }),
]) satisfies z.ZodType<Place>;
