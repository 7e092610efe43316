import { oc } from '@orpc/contract';
import * as z from 'zod';
import { recordKinds } from '../terms.ts';
import { instant, rowId } from './common.ts';

/** How many views of one list a person may have. */
export const maxViews = 50;
/** How many views of others one list offers, the newest first. */
const maxShared = 100;

/** What a list that can be saved is of: records of a kind, or claims. */
export const listedKinds = [...recordKinds, 'claim'] as const;
const listedKind = z.enum(listedKinds);
export type Listed = z.infer<typeof listedKind>;

const viewName = z.string().trim().min(1).max(60);

/** What a view keeps of how a list is shown; null is what the list begins with. */
const shown = {
  layout: z.enum(['list', 'table']).nullable(),
  density: z.enum(['compact', 'comfortable']).nullable(),
  /** The columns shown, in their order, with the width that somebody gave them. */
  columns: z
    .array(z.object({ id: z.string().max(40), width: z.int().min(0).max(4000).nullable() }))
    .max(40)
    .nullable(),
};
export const shownList = z.object(shown);

/** A list as somebody saved it. */
const view = z.object({
  id: rowId,
  kind: listedKind,
  name: z.string(),
  /** Whose it is; they alone change it. */
  personId: rowId,
  isOwn: z.boolean(),
  /** Everybody may use it. */
  isShared: z.boolean(),
  /** Filter and order, as the query of an address of the list has them. What an older one asks for and nothing knows is passed over. */
  query: z.string(),
  ...shown,
  changedAt: instant,
});
export type View = z.infer<typeof view>;

export const viewsContract = {
  /** The views of a list: one's own by name, then those that others share, by name. */
  list: oc
    .input(z.object({ kind: listedKind }))
    .output(z.object({ views: z.array(view).max(maxViews + maxShared) })),
  /** Saves a list as it is shown, under a name; where an id is given, in place of what one's own view of that id had. */
  save: oc
    .input(
      z.object({
        id: rowId.nullable(),
        kind: listedKind,
        name: viewName,
        /** Sharing with everybody, or no longer, needs a supervisor. */
        isShared: z.boolean().default(false),
        query: z.string().max(8000),
        ...shown,
      }),
    )
    .output(view)
    .errors({
      NOT_FOUND: { status: 404, message: 'No view has this id.' },
      NOT_YOURS: {
        status: 403,
        message: 'Only whoever saved a view changes it: save it under a name of your own.',
      },
      NAME_TAKEN: { status: 409, message: 'You have a view of this list with this name.' },
      TOO_MANY: { status: 409, message: `A person has at most ${maxViews} views of a list.` },
    }),
  /** Removes a view: one's own, and as a supervisor also one that others share. It comes back, so that it can be saved again. */
  remove: oc
    .input(z.object({ id: rowId }))
    .output(view)
    .errors({
      NOT_FOUND: { status: 404, message: 'No view has this id.' },
      NOT_YOURS: {
        status: 403,
        message: 'Whoever saved a view removes it, or a supervisor where it is shared.',
      },
    }),
};
