import { eventIterator, oc } from '@orpc/contract';
import * as z from 'zod';
import { recordKind } from '../terms.ts';
import { instant } from './common.ts';

/** The most rows that a change names. */
export const maxChangedIds = 100;

/**
 * Something was committed. Changes are published after the commit and gathered for up to 100 ms, so a
 * burst of deliveries is one change; `ids` names at most `maxChangedIds` rows, `count` says how many there were. One
 * that names none is of any rows, and is never gathered with those that name some.
 */
const change = z.object({
  topic: z.enum([
    'records',
    /** `ids` are ids of records; changes for the progress of downloads have none. */
    'attachments',
    'cancellations',
    'rejected',
    'claims',
    /** Notes, reminders and persons of claims, and reminders of records, which are in `records` as well. */
    'work',
    'policies',
    'policyImports',
    'policyLookups',
    'reference',
    'settings',
    'people',
    /** Somebody came to a claim or record, left it, or began or ended to write there. */
    'presence',
    'keys',
    'status',
    'audit',
    'archives',
    'exports',
    /** Lists that somebody saved. */
    'views',
    'retention',
    'dataSubject',
    'absences',
    /** Sums that follow the records, once they have come to all that changed. */
    'figures',
  ]),
  at: instant,
  kind: recordKind.optional(),
  count: z.int(),
  ids: z.array(z.int()),
});
export type Change = z.infer<typeof change>;

/** The stream begins with one `status` change, so that a listener knows it is connected. */
export const changesProcedure = oc.output(eventIterator(change));

/** Whether a change of this topic may change who hears of changes; it is told before others of its moment. */
export const isOfHearing = (topic: Change['topic']): boolean => topic === 'people' || topic === 'settings';

/** With which a stream begins. */
export const statusChange = (at: string): Change => ({ topic: 'status', at, count: 1, ids: [] });

/** What somebody is told who was told nothing for a while. */
export const everyTopic = (at: string): Change[] =>
  change.shape.topic.options.map((topic) => ({ topic, at, count: 1, ids: [] }));
