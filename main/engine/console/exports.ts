import type { Exports } from '../exports/index.ts';
import { actorOf, os } from './base.ts';

export function exportProcedures(exports: Pick<Exports, 'begin' | 'list' | 'stop' | 'remove'>) {
  return {
    begin: os.exports.begin.handler(async ({ input, context, errors }) => {
      const begun = await exports.begin(input, actorOf(context));
      if (begun === 'busy') throw errors.BUSY();
      return begun;
    }),
    list: os.exports.list.handler(({ context }) => exports.list(actorOf(context))),
    stop: os.exports.stop.handler(async ({ input, context, errors }) => {
      const stopped = await exports.stop(input.id, actorOf(context));
      if (stopped === null) throw errors.NOT_FOUND();
      return stopped;
    }),
    remove: os.exports.remove.handler(async ({ input, context, errors }) => {
      if (!(await exports.remove(input, actorOf(context)))) throw errors.NOT_FOUND();
    }),
  };
}
