/**
 * Lists as people saved them, under a name: filter and order, and how they are shown. Whoever saved one alone changes it; one
 * that is shared is everybody's to use, and whoever wants it otherwise saves it under a name of their own.
 */
import type { Actor } from '#shared/contract/common.ts';
import { type Listed, maxViews } from '#shared/contract/views.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import {
  appendAudit,
  deleteSavedView,
  findSavedView,
  insertSavedView,
  listOwnViews,
  listSharedViews,
  type ReadTransaction,
  type SavedViewRow,
  type Store,
  updateSavedView,
  type WriteTransaction,
} from '../store/index.ts';

/** Whoever asks. */
export interface Viewer {
  personId: number;
  actor: Actor;
  /** Whether they decide what is shared with everybody. */
  maySupervise: boolean;
}

/** A list that is to be saved; `columns` is JSON, which is not looked into. */
export type WantedView = Pick<SavedViewRow, 'name' | 'screen' | 'filter' | 'columns'> & {
  id: number | null;
  isShared: boolean;
};

type Refusal = 'notFound' | 'notYours' | 'nameTaken' | 'tooMany' | 'notSupervisor';
type Outcome<Refused extends Refusal> = { outcome: 'done'; view: SavedViewRow } | { outcome: Refused };

/** Views of others that one list offers. */
const maxShared = 100;

export type Views = ReturnType<typeof createViews>;

export function createViews({ store, clock, changes }: { store: Store; clock: Clock; changes: Changes }) {
  async function act<Refused extends Refusal>(
    job: (tx: WriteTransaction, at: number) => Promise<Outcome<Refused>>,
  ): Promise<Outcome<Refused>> {
    const at = clock.now();
    const done = await store.write((tx) => job(tx, at));
    if (done.outcome === 'done') changes.publish({ topic: 'views' });
    return done;
  }

  return {
    /** One's own by name, then those that others share, by name. */
    list: ({ personId }: Viewer, screen: Listed): Promise<SavedViewRow[]> =>
      store.read(async (tx) => [
        ...byName(await listOwnViews(tx, personId, screen, maxViews)),
        ...byName(await listSharedViews(tx, personId, screen, maxShared)),
      ]),

    save: (wanted: WantedView, viewer: Viewer) =>
      act<Refusal>(async (tx, at) => {
        const before = wanted.id === null ? undefined : await findSavedView(tx, wanted.id);
        const refusal = await refusalOf(tx, wanted, before, viewer);
        if (refusal !== null) return { outcome: refusal };
        const row = {
          ...{ name: wanted.name, screen: wanted.screen, filter: wanted.filter, columns: wanted.columns },
          ...{ personId: viewer.personId, isShared: wanted.isShared ? 1 : 0, changedAt: at },
        };
        const view = { ...row, id: before?.id ?? (await insertSavedView(tx, row)) };
        if (before !== undefined) await updateSavedView(tx, view);
        await audit(tx, view, viewer.actor, 'view.saved');
        return { outcome: 'done', view };
      }),

    /** Removes one's own, and as a supervisor one that somebody shares. */
    remove: (id: number, viewer: Viewer) =>
      act<'notFound' | 'notYours'>(async (tx) => {
        const view = await findSavedView(tx, id);
        if (view === undefined) return { outcome: 'notFound' };
        const isOwn = view.personId === viewer.personId;
        if (!isOwn && !(view.isShared === 1 && viewer.maySupervise)) return { outcome: 'notYours' };
        await deleteSavedView(tx, id);
        await audit(tx, { ...view, changedAt: clock.now() }, viewer.actor, 'view.removed');
        return { outcome: 'done', view };
      }),
  };
}

/** Why a view is not saved; null where it is. */
async function refusalOf(
  tx: ReadTransaction,
  wanted: WantedView,
  before: SavedViewRow | undefined,
  { personId, maySupervise }: Viewer,
): Promise<Refusal | null> {
  if (wanted.id !== null && before?.screen !== wanted.screen) return 'notFound';
  if (before !== undefined && before.personId !== personId) return 'notYours';
  const isOrWasShared = wanted.isShared || before?.isShared === 1;
  if (isOrWasShared && !maySupervise) return 'notSupervisor';
  const own = await listOwnViews(tx, personId, wanted.screen, maxViews);
  if (own.some(({ id, name }) => id !== wanted.id && isSameName(name, wanted.name))) return 'nameTaken';
  return before === undefined && own.length >= maxViews ? 'tooMany' : null;
}

const collator = new Intl.Collator('es', { sensitivity: 'base', numeric: true });
const isSameName = (one: string, other: string): boolean => collator.compare(one, other) === 0;
const byName = (views: readonly SavedViewRow[]): SavedViewRow[] =>
  views.toSorted((one, other) => collator.compare(one.name, other.name) || one.id - other.id);

async function audit(
  tx: WriteTransaction,
  { id, name, screen, filter, isShared, changedAt: at }: SavedViewRow,
  actor: Actor,
  action: 'view.saved' | 'view.removed',
): Promise<void> {
  const detail = { name, screen, filter, isShared: isShared === 1 };
  await appendAudit(tx, { at, actor, action, subject: `view:${id}`, detail });
}
