import { describe, expect, it } from 'vitest';
import {
  type Assigning,
  chosen,
  startOf,
  withAssigned,
} from '../../../renderer/policies/CoverageAssignment.tsx';
import type { CoverageCode } from '../../../shared/contract/policies.ts';

const code = (more: Partial<CoverageCode>): CoverageCode => ({
  code: 'X1',
  name: 'X1',
  vehicles: 1,
  isAssigned: false,
  covers: [],
  ...more,
});
const nothing = { fire: [], theft: [], collision: [], glass: [], other: [], none: [] };

describe('what stands beside a code before anybody touches it', () => {
  it.each<[what: string, row: Partial<CoverageCode>, expected: Assigning]>([
    [
      'a guess counts only once it is confirmed',
      { name: 'Robo' },
      { covers: ['theft'], isConfirmed: false, isGuess: true },
    ],
    [
      'a guess that it covers nothing',
      { name: 'Asistencia vial' },
      { covers: ['none'], isConfirmed: false, isGuess: true },
    ],
    ['no guess', {}, { covers: [], isConfirmed: false, isGuess: false }],
    [
      'assigned, whatever would be guessed',
      { name: 'Robo', isAssigned: true, covers: ['fire'] },
      { covers: ['fire'], isConfirmed: true, isGuess: false },
    ],
    [
      'confirmed to cover nothing',
      { name: 'Robo', isAssigned: true },
      { covers: ['none'], isConfirmed: true, isGuess: false },
    ],
  ])('%s', (_, row, expected) => {
    expect(startOf(code(row))).toEqual(expected);
  });
});

describe('choosing', () => {
  const of = (covers: Assigning['covers']): Assigning => ({ covers, isConfirmed: false, isGuess: true });
  it.each<
    [before: Assigning['covers'], wanted: Assigning['covers'], covers: Assigning['covers'], is: boolean]
  >([
    [[], ['theft'], ['theft'], true],
    [['theft'], ['theft', 'fire'], ['fire', 'theft'], true],
    [['theft'], ['theft', 'none'], ['none'], true],
    [['none'], ['none', 'glass'], ['glass'], true],
    [['none'], [], [], false],
    [['theft'], [], [], false],
  ])('%j and %j is %j', (before, wanted, covers, isConfirmed) => {
    expect(chosen(of(before), wanted)).toEqual({ covers, isConfirmed, isGuess: false });
  });
});

it('keeps what was confirmed, and of other codes what was there', () => {
  const before = { ...nothing, fire: ['OLD', 'col'], none: ['GA'] };
  const confirmed = (covers: Assigning['covers']) => ({ covers, isConfirmed: true, isGuess: false });
  expect(
    withAssigned(before, [
      { code: 'COL', assigning: confirmed(['collision', 'glass']) },
      { code: 'RC', assigning: confirmed(['none']) },
      { code: 'ROB', assigning: { covers: ['theft'], isConfirmed: false, isGuess: true } },
    ]),
  ).toEqual({ ...nothing, fire: ['OLD'], collision: ['COL'], glass: ['COL'], none: ['GA', 'RC'] });
});
