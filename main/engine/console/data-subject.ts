import type { DataSubjects } from '../data-subject/index.ts';
import { actorOf, os } from './base.ts';

export function dataSubjectProcedures(subjects: Omit<DataSubjects, 'close'>) {
  return {
    get: os.dataSubject.get.handler(() => subjects.state()),
    find: os.dataSubject.find.handler(({ input, errors }) => {
      const begun = subjects.find(input.kind, input.value);
      if (begun === 'busy') throw errors.BUSY();
      if (begun !== 'begun') throw errors.INVALID_KEY({ data: begun });
      return subjects.state();
    }),
    stop: os.dataSubject.stop.handler(async () => {
      await subjects.stop();
      return subjects.state();
    }),
    forget: os.dataSubject.forget.handler(() => {
      subjects.forget();
      return subjects.state();
    }),
    records: os.dataSubject.records.handler(({ input }) => subjects.records(input)),
    export: os.dataSubject.export.handler(async ({ input, context, errors }) => {
      const begun = await subjects.export(input, actorOf(context));
      if (begun === 'busy') throw errors.BUSY();
      if (begun === 'notFound') throw errors.NOT_FOUND();
      if (begun === 'notAPath') throw errors.NOT_A_PATH();
      return { ...subjects.state(), passphrase: begun === 'begun' ? null : begun };
    }),
  };
}
