import type { ReceiverKey } from '#shared/contract/receiver-keys.ts';
import type { EngineHost, SecretPlace } from '../host.ts';
import { type Keys, secretAccount } from '../keys/index.ts';
import type { ReceiverKeyRow, Store } from '../store/index.ts';
import { actorOf, instantOf, os } from './base.ts';

export function receiverKeyProcedures(keys: Keys, host: EngineHost, store: Store) {
  const described = async (row: ReceiverKeyRow): Promise<ReceiverKey> => {
    const place =
      row.retiredAt === null ? await host.secretPlace(secretAccount(store.installationId, row.id)) : null;
    return keyOf(row, place, keys.lastUsedAt(row));
  };
  return {
    list: os.receiverKeys.list.handler(async () => {
      const { rows, environment, openedAt } = await keys.list();
      const ofEnvironment = environment.map(
        (key): ReceiverKey => ({
          id: null,
          label: key.label,
          email: key.email,
          createdAt: instantOf(openedAt),
          lastUsedAt: instantOf(keys.lastUsedAt(key)),
          retiredAt: null,
          secretIn: 'environment',
        }),
      );
      return [...ofEnvironment, ...(await Promise.all(rows.map(described)))];
    }),
    generate: os.receiverKeys.generate.handler(async ({ input, context, errors }) => {
      const made = await keys.generate(input.email, input.label, actorOf(context));
      if (made === 'tooManyKeys') throw errors.TOO_MANY_KEYS();
      return described(made);
    }),
    collect: os.receiverKeys.collect.handler(async ({ input, context, errors }) => {
      const passage = await keys.collect(input.label, actorOf(context));
      if (passage === 'tooManyKeys') throw errors.TOO_MANY_KEYS();
      if (passage === 'notAKey') throw errors.NO_KEY_THERE();
      return passage;
    }),
    handOver: os.receiverKeys.handOver.handler(async ({ input, errors }) => {
      const passage = await keys.handOver(input.id);
      if (passage === 'unknown') throw errors.NOT_FOUND();
      if (passage === 'notHere') throw errors.SECRET_NOT_HERE();
      return passage;
    }),
    retire: os.receiverKeys.retire.handler(async ({ input, context, errors }) => {
      const row = await keys.retire(input.id, actorOf(context));
      if (row === null) throw errors.NOT_FOUND();
      return described(row);
    }),
  };
}

function keyOf(row: ReceiverKeyRow, place: SecretPlace | null, usedInThisRun: number | null): ReceiverKey {
  return {
    id: row.id,
    label: row.label,
    email: row.email,
    createdAt: instantOf(row.createdAt),
    lastUsedAt: instantOf(usedInThisRun ?? row.lastUsedAt),
    retiredAt: instantOf(row.retiredAt),
    secretIn: place ?? 'nowhere',
  };
}
