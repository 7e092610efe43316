import { oc } from '@orpc/contract';
import * as z from 'zod';
import { findingCode } from '../finding-terms.ts';
import { recordKind } from '../terms.ts';
import { amount } from './common.ts';

/** So many parties, and parts, are listed. */
export const maxListed = 200;
/** So many months are shown at a time. */
const maxFigureMonths = 36;

const month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/);
const day = z.string().regex(/^20\d{2}-\d{2}-\d{2}$/);
/** Digits of an RNC or Cédula. */
const party = z.string().min(1).max(200);

/** How many months a period has, both ends in it. */
export function monthsBetween(from: string, until: string): number {
  const index = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
  return index(until) - index(from) + 1;
}

/** Months of the Dominican Republic in which records first arrived, both ends in it. */
const period = { from: month, until: month };
const inOrder = [
  ({ from, until }: { from: string; until: string }) => {
    const months = monthsBetween(from, until);
    return months >= 1 && months <= maxFigureMonths;
  },
  { error: `A period has 1 to ${maxFigureMonths} months.` },
] as const;
const ofParty = z.object({ ...period, party: party.optional() }).refine(...inOrder);
const ofKind = z
  .object({ ...period, party: party.optional(), kind: recordKind.optional() })
  .refine(...inOrder);

const count = z.int().nonnegative();
/** Minutes, cut to the step in which times are kept: a minute in the first hour, five to the eighth, an hour to the fourth day, then a day. */
const minutes = z.int().nonnegative().nullable();
const parties = z.object({ party, name: z.string().nullable() });

const intake = z.object({
  unit: z.enum(['day', 'month']),
  /** Without gaps, in their order. */
  rows: z.array(
    z.object({
      period: z.union([day, month]),
      purchaseOrder: count,
      serviceOrder: count,
      incidentReport: count,
      financialDocument: count,
    }),
  ),
});
export type Intake = z.infer<typeof intake>;

const firstLook = { received: count, looked: count, median: minutes, p90: minutes };
const verdicts = { asked: count, approved: count, refused: count, median: minutes, p90: minutes };
const times = z.object({
  firstLook: z.object({ ...firstLook, months: z.array(z.object({ month, ...firstLook })) }),
  verdict: z.object({ ...verdicts, months: z.array(z.object({ month, ...verdicts })) }),
});
export type WorkTimes = z.infer<typeof times>;

/** Of one currency in one month; nothing is netted, and outstanding and to be credited are sums over single orders. */
const moneyRow = z.object({
  month,
  currency: z.string(),
  ordered: amount,
  cancelled: amount,
  invoiced: amount,
  credited: amount,
  outstanding: amount,
  toCredit: amount,
});
export type MoneyRow = z.infer<typeof moneyRow>;

/** Lines beside the market's average for the same; `percent` has a sign and one decimal. */
const compared = { lines: count, price: amount, market: amount, percent: z.string() };
const comparedPrices = z.object(compared);
export type ComparedPrices = z.infer<typeof comparedPrices>;
/** A part, alike however it was typed, and what it is called as the newest record writes it. */
const partPrices = z.object({ part: z.string(), name: z.string(), ...compared });
const prices = z.object({
  /** Null where nothing was compared. */
  total: comparedPrices.nullable(),
  /** Those with the most lines first. */
  parties: z.array(parties.extend(compared)).max(maxListed),
  parts: z.array(partPrices).max(maxListed),
});
export type Prices = z.infer<typeof prices>;

/** Of one kind of records, where there are any. */
const kindCount = z.object({ kind: recordKind, records: count });
export type KindCount = z.infer<typeof kindCount>;
const codeCount = z.object({ code: findingCode, records: count, kinds: z.array(kindCount) });
export type CodeCount = z.infer<typeof codeCount>;
const foundOfKind = kindCount.extend({ withFindings: count });
export type FoundOfKind = z.infer<typeof foundOfKind>;
const found = { records: count, withFindings: count, kinds: z.array(foundOfKind) };
const findings = z.object({
  ...found,
  /** Those of the most records first. */
  codes: z.array(codeCount),
  /** Those with the most records first. */
  parties: z.array(parties.extend({ ...found, codes: z.array(codeCount).max(3) })).max(maxListed),
});
export type FindingFigures = z.infer<typeof findings>;

const savings = z.object({
  /** Orders that came again with a part in the same quantity, which could be compared. */
  compared: count,
  rows: z.array(
    z.object({
      month,
      currency: z.string(),
      lowered: amount,
      raised: amount,
      creditedBack: amount,
      toCredit: amount,
    }),
  ),
});
export type Savings = z.infer<typeof savings>;

/** Supplier: had purchase orders; workshop: service orders or reports. One may be both. */
const role = z.enum(['supplier', 'workshop']);
export type PartyRole = z.infer<typeof role>;

const score = {
  ...found,
  orders: count,
  asked: count,
  cancelled: count,
  /** Orders of which it is known whether they were late, and those that were. */
  judged: count,
  late: count,
  disputed: count,
};
const scorecardRow = parties.extend({ ...score, roles: z.array(role), prices: comparedPrices.nullable() });
export type ScorecardRow = z.infer<typeof scorecardRow>;

const scorecard = scorecardRow.extend({
  codes: z.array(codeCount),
  parts: z.array(partPrices).max(maxListed),
  money: z.array(moneyRow),
});
export type Scorecard = z.infer<typeof scorecard>;

/** Sums of what arrived, by the month in which a record first arrived. They follow what is examined after a moment. */
export const figuresContract = {
  intake: oc.input(ofKind).output(intake),
  times: oc.input(ofKind).output(times),
  money: oc.input(ofParty).output(z.object({ rows: z.array(moneyRow) })),
  prices: oc.input(ofParty).output(prices),
  findings: oc.input(ofKind).output(findings),
  savings: oc.input(ofParty).output(savings),
  /** Parties whose name or RNC has this in it, those with the most records first. */
  scorecards: oc
    .input(
      z
        .object({ ...period, role: role.optional(), search: z.string().max(200).optional() })
        .refine(...inOrder),
    )
    .output(z.object({ rows: z.array(scorecardRow).max(maxListed), isCut: z.boolean() })),
  scorecard: oc
    .input(z.object({ ...period, party }).refine(...inOrder))
    .output(scorecard)
    .errors({ NOT_FOUND: { status: 404, message: 'No record of this party was counted in this period.' } }),
};
