import type { Exports } from '../exports/index.ts';
import type { SettingsService } from '../settings/index.ts';
import { actorOf, os } from './base.ts';

export function exportProcedures(
  exports: Pick<Exports, 'begin' | 'list' | 'stop' | 'remove'>,
  settings: Pick<SettingsService, 'current'>,
) {
  return {
    begin: os.exports.begin.handler(async ({ input, context, errors }) => {
      const begun = await exports.begin(input, actorOf(context, settings.current()));
      if (begun === 'busy') throw errors.BUSY();
      return begun;
    }),
    list: os.exports.list.handler(({ context }) => exports.list(actorOf(context, settings.current()))),
    stop: os.exports.stop.handler(async ({ input, context, errors }) => {
      const stopped = await exports.stop(input.id, actorOf(context, settings.current()));
      if (stopped === null) throw errors.NOT_FOUND();
      return stopped;
    }),
    remove: os.exports.remove.handler(async ({ input, context, errors }) => {
      if (!(await exports.remove(input.id, actorOf(context, settings.current())))) throw errors.NOT_FOUND();
    }),
  };
}
