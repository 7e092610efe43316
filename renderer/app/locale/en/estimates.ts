import type { estimates as es } from '../es/estimates.ts';
import type { Translated } from '../translated.ts';

/** Estimates: what changed from one to the next, and which share of the vehicle's worth they are. */
export const estimates: Translated<typeof es> = {
  title: 'Estimates and supplements',
  since: 'What changed since revision {{revision}}',
  step: 'Changes of {{number}}, revision {{revision}}',
  same: 'The same lines and the same amounts',
  added_one: '{{count}} line added',
  added_other: '{{count}} lines added',
  removed_one: '{{count}} removed',
  removed_other: '{{count}} removed',
  changed_one: '{{count}} changed',
  changed_other: '{{count}} changed',
  unchanged_one: '{{count}} line unchanged',
  unchanged_other: '{{count}} lines unchanged',
  state: { added: 'Added', removed: 'Removed', changed: 'Changed' },
  line: 'Line',
  quantity: 'Qty',
  price: 'Price',
  before: 'Before',
  after: 'After',
  total: 'Total',
  incomplete: 'A line lacks its amount: the totals leave it out, and no difference is told.',
  sums: 'Ordered {{ordered}} · Invoiced {{invoiced}}',
  worth: {
    estimate:
      'The estimate comes to as much as {{amount}}, {{percent}}% of what the vehicle is worth ({{value}}).',
    ordered: 'What is ordered comes to {{amount}}, {{percent}}% of what the vehicle is worth ({{value}}).',
    near: 'That reaches {{threshold}}%: see whether it is a total loss.',
    partial: 'Some amounts are missing.',
    unknown: 'The policy book does not say what the vehicle is worth.',
    nothing:
      'The vehicle is worth {{value}} by the policy book; there is no estimate to compare it with yet.',
  },
};
