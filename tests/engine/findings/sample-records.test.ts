import { expect, it } from 'vitest';
import { nextOf } from '../../../main/simulator/marketplace.ts';
import { createRecordFactory } from '../../../main/simulator/record-factory.ts';
import { recordKinds } from '../../../shared/terms.ts';
import { findingsOf } from './bodies.ts';

it.each(recordKinds)('sample records of kind %s have nothing odd but prices above the market', (kind) => {
  const codes = new Set<string>();
  for (const seed of [1, 2, 3]) {
    const drafts = createRecordFactory(seed, () => new Date('2026-11-20T12:00:00Z'));
    for (let index = 0; index < 40; index++) {
      for (const { code } of findingsOf(kind, nextOf(drafts, kind).body)) codes.add(code);
    }
  }
  expect([...codes]).toEqual(kind === 'purchaseOrder' ? ['price.aboveMaximum'] : []);
});
