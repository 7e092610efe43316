import type { RowProblem } from '#shared/contract/policies.ts';
import type { PolicyColumn, RowProblemCode } from '#shared/policy-terms.ts';
import { isScientific } from '#shared/rules/policy-identifiers.ts';
import { readCoverages, storedCoverages } from './coverages.ts';
import { vinKey } from './keys.ts';
import { readAmount } from './read-amount.ts';
import { readIdentificationType, readPersonType, readYesOrNo } from './read-choices.ts';
import { readDay } from './read-day.ts';
import type { RowValues } from './values.ts';

/** What is wrong with a cell, without its place in the file. */
export type CellProblem = Pick<RowProblem, 'column' | 'code' | 'value'>;

type Reading<Value> = { value: Value } | { problem: RowProblemCode };
type Reader<Column extends PolicyColumn> = (text: string) => Reading<NonNullable<RowValues[Column]> | null>;

const shownLength = 80;

const text =
  (limit: number) =>
  (given: string): Reading<string> =>
    given.length > limit ? { problem: 'tooLong' } : { value: given };

/** The text of what identifies something, whose every digit counts. */
const identifier =
  (limit: number, make: (given: string) => string = (given) => given) =>
  (given: string): Reading<string> =>
    isScientific(given) ? { problem: 'scientific' } : text(limit)(make(given));

const needed =
  (limit: number, make: (given: string) => string) =>
  (given: string): Reading<string> =>
    given === '' ? { problem: 'missing' } : identifier(limit, make)(given);

/** `null` of `read` is the problem; an empty text is `empty`. */
function or<Value, Empty>(problem: RowProblemCode, read: (given: string) => Value | null, empty: Empty) {
  return (given: string): Reading<Value | Empty> => {
    if (given === '') return { value: empty };
    const value = read(given);
    return value === null ? { problem } : { value };
  };
}

/** How the text of each column is read. Lengths are those of the marketplace's query and of what a screen can show. */
const readers: { [Column in PolicyColumn]: Reader<Column> } = {
  insurancePolicyNumber: needed(100, (given) => given),
  personTypeId: or('unknownPersonType', readPersonType, null),
  companyTaxId: identifier(30),
  companyName: text(200),
  identification: identifier(30),
  identificationTypeId: or('unknownIdentificationType', readIdentificationType, null),
  firstName: text(100),
  lastName: text(100),
  phoneNumber: identifier(60),
  displayName: text(200),
  emailAddress: text(200),
  address: text(500),
  vin: needed(50, vinKey),
  makeName: text(100),
  modelName: text(100),
  year: (given) => {
    if (given === '') return { value: null };
    if (!/^\d+$/.test(given)) return { problem: 'notANumber' };
    const year = Number(given);
    return year >= 1900 && year <= 2100 ? { value: year } : { problem: 'notAYear' };
  },
  coverages: or('badCoverages', readStoredCoverages, '[]'),
  accountBalance: or('notAnAmount', readAmount, '0.00'),
  deductibleAmount: or('notAnAmount', readAmount, '0.00'),
  validFrom: or('notADate', readDay, null),
  validTo: or('notADate', readDay, null),
  excluded: or('notYesOrNo', readYesOrNo, false),
  premiumUnpaid: or('notYesOrNo', readYesOrNo, false),
};

/** Most cells of a file repeat a few lists of coverages. */
const known = new Map<string, string | null>();
const maxKnown = 500;

function readStoredCoverages(given: string): string | null {
  const before = known.get(given);
  if (before !== undefined) return before;
  const coverages = readCoverages(given);
  const stored = coverages === null ? null : storedCoverages(coverages);
  if (known.size < maxKnown) known.set(given, stored);
  return stored;
}

/** What a cell is rid of: control characters, doubled spaces, spaces at its ends. */
const untidy = /^\s|\s$|\s\s|[^\S ]|\p{Cc}/u;

/** What a spreadsheet shows in place of a value that it could not find or compute, in English and Spanish. */
const failed =
  /^#(?:N\/[AD]|(?:REF|VALUE|DIV\/0|NUM|NULL)!|NAME\?|[¡¿](?:REF|VALOR|DIV\/0|NUM|NULO)!|¿NOMBRE\?)$/i;

/** Reads one cell into `values`; answers what is wrong with it, or null. */
export function readCell(values: RowValues, column: PolicyColumn, given: string): CellProblem | null {
  const cell = untidy.test(given) ? given.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim() : given;
  if (failed.test(cell)) return { column, code: 'missing', value: cell };
  const reading = readers[column](cell);
  if ('problem' in reading) return { column, code: reading.problem, value: shortened(cell) };
  Object.assign(values, { [column]: reading.value });
  return null;
}

/** Reads a flat row of texts; a row without number or VIN says so. */
export function readRow(fields: Partial<Record<PolicyColumn, string | undefined>>): {
  values: RowValues;
  problems: CellProblem[];
} {
  const values: RowValues = {};
  const problems: CellProblem[] = [];
  const given = { insurancePolicyNumber: '', vin: '', ...fields };
  for (const [column, cell] of Object.entries(given)) {
    if (cell === undefined) continue;
    const problem = readCell(values, column as PolicyColumn, cell);
    if (problem !== null) problems.push(problem);
  }
  return { values, problems };
}

export function shortened(cell: string): string {
  return cell.length <= shownLength ? cell : `${cell.slice(0, shownLength - 1)}…`;
}
