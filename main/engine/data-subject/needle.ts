import { rncChecks } from '#shared/rules/rnc.ts';
import { bareCode, type SubjectKey } from '#shared/rules/subject-key.ts';
import { describeVin } from '#shared/rules/vin.ts';
import {
  beforeNumber,
  behindNumber,
  unescaped,
  writtenGroupSeparator,
  writtenSeparator,
} from '../bodies/index.ts';

/** What a text names: the number itself, a policy of the person, a vehicle of one. */
export interface Named {
  number: boolean;
  policy: boolean;
  vehicle: boolean;
}

/** Looks for one person in texts, however the numbers were written there. */
export interface Needle {
  /** Whether running text is searched for the number. */
  readonly textsSearched: boolean;
  /** From now on fields with one of these name the person as well. */
  add(what: { policies: readonly string[]; vins: readonly string[] }): void;
  isNumber(text: string): boolean;
  /** In JSON, or running text; JSON within JSON is looked into. */
  named(text: string): Named;
}

/** As many characters of a text are looked at again in its next piece at the least. */
export const needleOverlap = 1024;

export function needleFor(key: SubjectKey): Needle {
  const policies = new Set(key.kind === 'policy' ? [bareCode(key.value)] : []);
  const ownPolicies = new Set(policies);
  const vins = new Set<string>();
  const patterns = key.kind === 'policy' ? policyPatterns(key.value) : taxIdPatterns(key.value);
  const isIn = (plain: string) => patterns.some((pattern) => pattern.test(plain));
  return {
    textsSearched: patterns.length > 0,
    add(what) {
      for (const policy of what.policies) policies.add(bareCode(policy));
      for (const vin of what.vins) if (isTelling(vin)) vins.add(describeVin(vin).number);
    },
    isNumber: (text) => isIn(unescaped(text)),
    named(text) {
      const plain = unescaped(text);
      const found = { number: isIn(plain), policy: false, vehicle: false };
      if (policies.size + vins.size === 0) return found;
      for (const [, name = '', value = ''] of plain.matchAll(namedFields)) {
        if (/^p/i.test(name)) {
          const policy = bareCode(value);
          found.policy ||= policies.has(policy);
          found.number ||= ownPolicies.has(policy);
        } else found.vehicle ||= vins.has(describeVin(value).number);
      }
      return found;
    },
  };
}

/** What stands in place of a vehicle's number where there is none is the number of nobody's. */
function isTelling(vin: string): boolean {
  const { form, number } = describeVin(vin);
  return (form === 'vin' || form === 'short') && !/^(.)\1*$/.test(number);
}

/** Fields whose name speaks of a policy or of a vehicle's number, with their values; also of JSON in a text of JSON. */
const namedFields = /(polic|p[oó]liz|vin|chass?is)[^"\\]{0,60}\\*"\s*:\s*\\*"?([^"\\,{}[\]]{1,200})/giu;

/** Behind so many digits the usual forms are divided: 001-1234567-8 of a Cédula; 1-01-12345-6 and 101-12345-6 of an RNC. */
const groupEnds: Readonly<Record<number, readonly number[]>> = { 9: [1, 3, 8], 11: [3, 10] };

/**
 * The digits, with spaces and dashes between them or none, between its groups also dots, slashes and underscores; not as a part
 * of more digits, nor of an amount. Where a Cédula begins
 * with zeros, also a number of JSON that has lost them, unless that is an RNC: then it is another's.
 */
function taxIdPatterns(digits: string): RegExp[] {
  const ends = groupEnds[digits.length] ?? [];
  const written = [...digits].map((digit, index) =>
    index === 0 ? digit : `${ends.includes(index) ? writtenGroupSeparator : writtenSeparator}${digit}`,
  );
  const whole = new RegExp(`${beforeNumber}${written.join('')}${behindNumber}`, 'u');
  const short = digits.replace(/^0+/, '');
  if (short === digits || short.length < 8 || rncChecks(short)) return [whole];
  return [whole, new RegExp(`[:[,]\\s*${short}\\s*[,}\\]]`, 'u')];
}

/** Fewer letters and digits than these, or than so many digits alone, may be anything in running text. */
const leastWithLetters = 5;
const leastDigits = 8;

function policyPatterns(policy: string): RegExp[] {
  const bare = bareCode(policy);
  if (bare.length < (/\p{L}/u.test(bare) ? leastWithLetters : leastDigits)) return [];
  const between = '[\\s\\-‐-―−._/]{0,2}';
  return [new RegExp(`(?<![\\p{L}\\p{N}])${[...bare].join(between)}(?![\\p{L}\\p{N}])`, 'iu')];
}
