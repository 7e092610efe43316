import type { CoverageCode } from '#shared/contract/policies.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { type IncidentTypeName, incidentTypeNames } from '#shared/policy-terms.ts';
import { guessIncidentTypes } from '#shared/rules/coverage-guess.ts';

type Assignments = Settings['coverageOfIncident'];

/** What a person has said, or is about to, of one code. */
export interface Assigning {
  /** In the order of the ids; `none` alone. */
  covers: readonly (IncidentTypeName | 'none')[];
  /** Whether it counts; a guess does only once somebody has confirmed it. */
  isConfirmed: boolean;
  isGuess: boolean;
}

/** What stands beside a code before anybody touches it: what was assigned, else the guess, to be confirmed. */
export function startOf({ code, name, covers, isAssigned }: CoverageCode): Assigning {
  if (isAssigned) {
    return { covers: covers.length === 0 ? ['none'] : covers, isConfirmed: true, isGuess: false };
  }
  const guess = guessIncidentTypes(code, name);
  if (guess === null) return { covers: [], isConfirmed: false, isGuess: false };
  return { covers: guess.length === 0 ? ['none'] : guess, isConfirmed: false, isGuess: true };
}

/** What a choice of several comes to: `none` and the incident types drive each other out. Whoever chooses has confirmed. */
export function chosen(before: Assigning, wanted: readonly (IncidentTypeName | 'none')[]): Assigning {
  const turnedToNone = wanted.includes('none') && !before.covers.includes('none');
  const covers = turnedToNone
    ? (['none'] as const)
    : incidentTypeNames.filter((type) => wanted.includes(type));
  const isNone = covers.length === 0 && wanted.includes('none');
  return {
    covers: isNone ? ['none'] : covers,
    isConfirmed: isNone || covers.length > 0,
    isGuess: false,
  };
}

const keyOf = (code: string) => code.trim().toUpperCase();

/** The incident types that a code covers, none where it was confirmed to cover none; null where nobody has said. */
export function assignedTo(code: string, assignments: Assignments): IncidentTypeName[] | null {
  const has = (type: keyof Assignments) => assignments[type].some((one) => keyOf(one) === keyOf(code));
  const types = incidentTypeNames.filter(has);
  return types.length === 0 && !has('none') ? null : types;
}

/** The setting with what was confirmed of these codes; of codes that are not named it stays as it was. */
export function withAssigned(
  before: Assignments,
  rows: readonly { code: string; assigning: Assigning }[],
): Assignments {
  const named = new Set(rows.map(({ code }) => keyOf(code)));
  const codesOf = (type: keyof Assignments) => [
    ...before[type].filter((code) => !named.has(keyOf(code))),
    ...rows
      .filter(({ assigning }) => assigning.isConfirmed && assigning.covers.includes(type))
      .map(({ code }) => code),
  ];
  return {
    fire: codesOf('fire'),
    theft: codesOf('theft'),
    collision: codesOf('collision'),
    glass: codesOf('glass'),
    other: codesOf('other'),
    none: codesOf('none'),
  };
}
