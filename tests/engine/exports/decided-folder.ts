import { createChanges } from '../../../main/engine/changes/index.ts';
import { systemClock } from '../../../main/engine/clock.ts';
import { createDecisions } from '../../../main/engine/decisions/index.ts';
import { openStore } from '../../../main/engine/store/index.ts';
import { createWork } from '../../../main/engine/work/index.ts';
import type { Actor } from '../../../shared/contract/common.ts';
import { movedToTestDatabase } from '../test-database.ts';

/** A data directory, in files or on a server as tests are to have it, in which somebody disputed an invoice, which is theirs and flagged; the directory, and that invoice. */
export async function decidedFolder(files: string) {
  const own = await movedToTestDatabase(files);
  const store = await openStore({ dataDir: own });
  const parts = { store, clock: systemClock, changes: createChanges(systemClock) };
  const people = await store.read((tx) =>
    tx.all<{ id: number; name: string }>('SELECT id, name FROM person'),
  );
  const [person] = people.filter(({ name }) => name !== '');
  const [invoice] = await store.read((tx) =>
    tx.all<{ id: number; number: string; revision: number }>(
      "SELECT id, number, revision FROM record WHERE kind = 'financialDocument' AND decision IS NULL ORDER BY id",
    ),
  );
  if (person === undefined || invoice === undefined) throw new Error('There is no person, or no invoice.');
  const actor: Actor = { person: person.name, personId: person.id, via: 'browser' };
  const decisions = createDecisions(parts);
  const done = await decisions.decide(
    {
      ...{ recordId: invoice.id, revision: invoice.revision, lastId: null, decision: 'dispute' },
      ...{
        reasonCode: 'duplicate',
        comment: 'Ya vino en mayo',
        request: 'Favor enviar\nla nota de crédito.',
      },
    },
    { actor, limit: null },
  );
  if (done.outcome !== 'done') throw new Error(`It was not decided: ${done.outcome}`);
  const work = createWork(parts);
  await work.assign([invoice.id], person.id, actor);
  await work.setFlag(invoice.id, { word: 'mesa' }, actor);
  await store.close();
  return { own, decided: { id: invoice.id, number: invoice.number, who: person.name } };
}
