/** Implements the contract's views: lists as people saved them. */
import { ORPCError } from '@orpc/server';
import { mayDo } from '#shared/contract/roles.ts';
import { shownList, type View } from '#shared/contract/views.ts';
import type { CallContext } from '../serve-port.ts';
import type { SavedViewRow } from '../store/index.ts';
import type { Viewer, Views } from '../views/index.ts';
import { actorOf, instantOf, os } from './base.ts';

export function viewProcedures(views: Views) {
  return {
    list: os.views.list.handler(async ({ input, context }) => {
      const viewer = viewerOf(context);
      return { views: (await views.list(viewer, input.kind)).map((row) => viewOf(row, viewer)) };
    }),
    save: os.views.save.handler(async ({ input, context, errors }) => {
      const viewer = viewerOf(context);
      const { id, kind: screen, name, isShared, query: filter, layout, density, columns } = input;
      const kept = JSON.stringify({ layout, density, columns });
      const done = await views.save({ id, screen, name, isShared, filter, columns: kept }, viewer);
      switch (done.outcome) {
        case 'done':
          return viewOf(done.view, viewer);
        case 'notFound':
          throw errors.NOT_FOUND();
        case 'notYours':
          throw errors.NOT_YOURS();
        case 'nameTaken':
          throw errors.NAME_TAKEN();
        case 'tooMany':
          throw errors.TOO_MANY();
        case 'notSupervisor':
          throw new ORPCError('FORBIDDEN', {
            status: 403,
            message: 'Sharing a view with everybody needs the role supervisor.',
            data: { least: 'supervisor' },
          });
      }
    }),
    remove: os.views.remove.handler(async ({ input, context, errors }) => {
      const viewer = viewerOf(context);
      const done = await views.remove(input.id, viewer);
      switch (done.outcome) {
        case 'done':
          return viewOf(done.view, viewer);
        case 'notFound':
          throw errors.NOT_FOUND();
        case 'notYours':
          throw errors.NOT_YOURS();
      }
    }),
  };
}

function viewerOf(context: CallContext): Viewer {
  const actor = actorOf(context);
  return {
    ...{ actor, personId: actor.personId ?? 1 },
    maySupervise: mayDo(context.caller?.role ?? null, 'supervisor'),
  };
}

/** How it is shown, as far as this version can read it. */
function shownOf(columns: string) {
  const read = shownList.safeParse(JSON.parse(columns));
  return read.data ?? { layout: null, density: null, columns: null };
}

const viewOf = (row: SavedViewRow, { personId }: Viewer): View => ({
  ...{ id: row.id, kind: row.screen, name: row.name, personId: row.personId },
  ...{ isOwn: row.personId === personId, isShared: row.isShared === 1, query: row.filter },
  ...shownOf(row.columns),
  changedAt: instantOf(row.changedAt),
});
