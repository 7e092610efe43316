import type { Absence } from '#shared/contract/absences.ts';
import type { Absences } from '../absences/index.ts';
import type { AbsenceRow } from '../store/index.ts';
import { actorOf, instantOf, os } from './base.ts';

export function absenceProcedures(absences: Pick<Absences, 'list' | 'find' | 'setSeen'>) {
  return {
    list: os.absences.list.handler(async () => {
      const { rows, unseen } = await absences.list();
      return { rows: rows.map(viewOf), unseen };
    }),
    get: os.absences.get.handler(async ({ input, errors }) => {
      const found = await absences.find(input.id);
      if (found === null) throw errors.NOT_FOUND();
      return { ...viewOf(found), usual: found.usual, gaps: found.gaps };
    }),
    setSeen: os.absences.setSeen.handler(async ({ input, context, errors }) => {
      const row = await absences.setSeen(input.id, actorOf(context));
      if (row === null) throw errors.NOT_FOUND();
      return viewOf(row);
    }),
  };
}

const viewOf = ({ id, fromAt, untilAt, why, seenAt, seenBy }: AbsenceRow): Absence => ({
  ...{ id, why, seenBy },
  from: instantOf(fromAt),
  until: instantOf(untilAt),
  seenAt: instantOf(seenAt),
});
