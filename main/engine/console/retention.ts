import type { EngineHost } from '../host.ts';
import { type Retention, whereBundleLies } from '../retention/index.ts';
import { actorOf, os } from './base.ts';
import { refuseBelow } from './people.ts';

export function retentionProcedures(
  retention: Omit<Retention, 'start' | 'settle' | 'close'>,
  host: Pick<EngineHost, 'openArchive'>,
  isOffice: boolean,
) {
  return {
    get: os.retention.get.handler(() => retention.state()),
    plan: os.retention.plan.handler(({ input }) => retention.plan(input.years)),
    setPolicy: os.retention.setPolicy.handler(async ({ input, context, errors }) => {
      const outcome = await retention.setPolicy(input, actorOf(context));
      if (outcome === 'set') return retention.state();
      if (outcome.refused === 'fiscalYears') throw errors.FISCAL_YEARS();
      const { folder, problem } = outcome;
      throw errors.NOT_A_FOLDER({ data: { folder, problem } });
    }),
    begin: os.retention.begin.handler(async ({ context, errors }) => {
      const begun = await retention.begin(actorOf(context));
      if (begun === 'busy') throw errors.BUSY();
      if (begun === 'noPolicy') throw errors.NO_POLICY();
      if (begun === 'nothing') throw errors.NOTHING();
      return retention.state();
    }),
    stop: os.retention.stop.handler(() => retention.stop()),
    bundles: os.retention.bundles.handler(() => retention.bundles()),
    locate: os.retention.locate.handler(async ({ input, context, errors }) => {
      // From other desks nobody else is told which files this computer has.
      if (isOffice) refuseBelow(context, 'administrator');
      const found = await retention.locate(input.id, input.file);
      if (found === 'notThisBundle') throw errors.NOT_THIS_BUNDLE();
      if (found === 'notReadable') throw errors.NOT_READABLE();
      return found;
    }),
    open: os.retention.open.handler(async ({ input, errors }) => {
      const bundle = (await retention.bundles()).find(({ id }) => id === input.id);
      const file = bundle === undefined ? null : await whereBundleLies(bundle);
      if (file === null) throw errors.AWAY();
      const home = await host.openArchive({ file, at: input.at });
      if (home === null) throw errors.TOO_MANY();
      return { home };
    }),
  };
}
