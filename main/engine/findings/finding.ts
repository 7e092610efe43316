import Big from 'big.js';
import type { Settings } from '#shared/contract/settings.ts';
import type { FindingAmount, FindingCode, FindingParameters } from '#shared/finding-terms.ts';
import { lastNameOf } from '#shared/json-pointer.ts';
import { positionOf } from '#shared/marketplace/source-pointers.ts';

/** A fault in one place, as a check finds it. */
export interface NewFinding {
  code: FindingCode;
  /** RFC 6901 pointer into the body. */
  pointer: string;
  /** What the finding's text is filled with. */
  parameters: FindingParameters;
  /** What is at stake. */
  amount?: FindingAmount | null;
}

/** One fault with all its places: a finding that no record has yet. */
export interface GatheredFinding {
  code: FindingCode;
  /** Those of the first place. */
  pointer: string;
  parameters: FindingParameters;
  /** The first of them, at most `placeLimit`; at least one. */
  places: { pointer: string; parameters: FindingParameters }[];
  count: number;
  /** Summed over all places. */
  amount: FindingAmount | null;
}

/** Tolerance of sums and percents of prices, as the settings have them. */
export type FindingThresholds = Settings['findings'];

/** A line of a list of the body, which names are the interface's. */
export interface Line<Item extends object = object> {
  list: string;
  items: readonly Item[];
  index: number;
  /** What it is called on the screen. */
  name: string | null;
}

/** Points at a line, or at a field of it. */
export function pointerTo({ list, index }: Line, field?: string): string {
  return field === undefined ? `/${list}/${index}` : `/${list}/${index}/${field}`;
}

/** What a finding's text says of its line: its number as people count, and its name. */
export function describeLine({ items, index, name }: Line): { line: number; name: string } {
  return { line: positionOf(items, index) + 1, name: shortText(name) };
}

/** So much of a text of the wire as a finding shows. */
export function shortText(text: string | null | undefined, limit = 60): string {
  const trimmed = text?.trim() ?? '';
  return trimmed.length <= limit ? trimmed : `${trimmed.slice(0, limit - 1)}…`;
}

/** What every check is: a generator of the faults that it finds, each in one place. Some return what follows from them. */
export type Findings<Answer = void> = Generator<NewFinding, Answer, void>;

/** The most places of a fault that are kept; the others are counted. */
export const maxPlaces = 100;
/** The most faults of one record that are kept. */
const maxFaults = 500;

/**
 * Makes one finding of all places with one fault: those of one code, in the same field of a list's lines (or the same
 * list of unknown fields), whose `names` and currency are the same. 45 lines with a wrong total are one finding with 45
 * places, whatever their figures are.
 */
export function gather(findings: Iterable<NewFinding>): GatheredFinding[] {
  const faults = new Map<string, Fault>();
  const fieldOf = fieldNaming();
  for (const { code, pointer, parameters, amount = null } of findings) {
    const names = parameters['names'] ?? '';
    const key = `${code} ${fieldOf(code, pointer, parameters)} ${names} ${amount?.currency ?? parameters['currency'] ?? ''}`;
    const fault = faults.get(key);
    if (fault === undefined) {
      if (faults.size < maxFaults) {
        faults.set(key, {
          code,
          places: [{ pointer, parameters }],
          count: 1,
          currency: amount?.currency ?? null,
          value: amount === null ? null : new Big(amount.value),
        });
      }
      continue;
    }
    fault.count += 1;
    if (fault.places.length < maxPlaces) fault.places.push({ pointer, parameters });
    if (amount !== null) {
      fault.currency ??= amount.currency;
      fault.value = (fault.value ?? new Big(0)).plus(amount.value);
    }
  }
  return withNames([...faults.values()]).map(asFinding);
}

interface Fault {
  code: FindingCode;
  /** What is said of all places together, where that is not what is said of the first. */
  parameters?: FindingParameters;
  places: { pointer: string; parameters: FindingParameters }[];
  count: number;
  currency: string | null;
  value: Big | null;
}

function asFinding({ code, places, count, currency, value, ...all }: Fault): GatheredFinding {
  const [first = { pointer: '', parameters: {} }] = places;
  const amount = currency === null || value === null ? null : { value: value.abs().toFixed(), currency };
  return {
    code,
    pointer: first.pointer,
    parameters: all.parameters ?? first.parameters,
    places,
    count,
    amount,
  };
}

/** Faults of a value, wherever a record has it: one company's wrong RNC is one fault. */
const ofValue: Partial<Record<FindingCode, string>> = {
  'taxId.form': 'value',
  'taxId.rncCheckDigit': 'value',
  'taxId.cedulaCheckDigit': 'value',
  'person.otherId': 'taxId',
  'person.otherTaxId': 'value',
};

/** Names the field that a pointer points at, in whichever line; of an unknown field the object that it is in. */
function fieldNaming(): (code: FindingCode, pointer: string, parameters: FindingParameters) => string {
  // Faults of one object mostly come one after the other.
  let last = { owner: '', field: '' };
  return (code, pointer, parameters) => {
    const ofParameter = ofValue[code];
    if (ofParameter !== undefined) return String(parameters[ofParameter]);
    const cut = pointer.lastIndexOf('/');
    const owner = cut > 0 ? pointer.slice(0, cut) : '';
    if (owner !== last.owner)
      last = { owner, field: `${owner}/`.replaceAll(/\/\d+(?=\/)/g, '/*').slice(0, -1) };
    if (code === 'wire.unknownProperty') return last.field;
    const token = pointer.slice(cut + 1);
    return `${last.field}/${/^\d+$/.test(token) ? '*' : token}`;
  };
}

const ownerOf = (pointer: string) => pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));

/** Faults that many fields of one object can have together. */
const ofManyFields: ReadonlySet<FindingCode> = new Set([
  'wire.missing',
  'wire.null',
  'wire.numberAsText',
  'wire.textAsNumber',
  'wire.pascalCase',
  'arithmetic.negative',
  'arithmetic.tooLarge',
]);

/**
 * Puts the fields together that are odd in one way in the same objects: ten lines without their three market prices are
 * one finding with ten places, and a body without five fields is one with five. `names` are the fields'.
 */
function withNames(faults: readonly Fault[]): Fault[] {
  const groups = new Map<string, Fault[]>();
  for (const [index, fault] of faults.entries()) {
    const owners = fault.places.map(({ pointer }) => ownerOf(pointer));
    const key = ofManyFields.has(fault.code)
      ? `${fault.code} ${fault.count} ${owners.join(' ')}`
      : String(index);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [fault]);
    else group.push(fault);
  }
  return [...groups.values()].flatMap(together);
}

function together(group: readonly Fault[]): Fault[] {
  const [first] = group;
  if (first === undefined) return [];
  if (!ofManyFields.has(first.code)) return [first];
  const parameters = { names: group.map(({ places }) => lastNameOf(places[0]?.pointer ?? '')).join(', ') };
  if (first.count === 1) {
    const places = group.flatMap((fault) =>
      fault.places.map(({ pointer }) => ({ pointer, parameters: named(pointer) })),
    );
    return [{ ...first, parameters, places: places.slice(0, maxPlaces), count: places.length }];
  }
  const places = first.places.map(({ pointer }) => ({
    pointer: group.length === 1 ? pointer : ownerOf(pointer),
    parameters,
  }));
  return [{ ...first, places }];
}

const named = (pointer: string) => ({ names: lastNameOf(pointer) });
