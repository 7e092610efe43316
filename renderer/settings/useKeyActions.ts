import { ORPCError } from '@orpc/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi, useConnection } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import type { Passing } from './passing.ts';

const errors = {
  TOO_MANY_KEYS: 'settings.keys.tooMany',
  NO_KEY_THERE: 'settings.keys.noKeyThere',
  SECRET_NOT_HERE: 'settings.keys.secretNotHere',
  NOT_FOUND: 'settings.keys.gone',
} as const;
const hasWords = (code: string): code is keyof typeof errors => Object.hasOwn(errors, code);

/** What can be done with keys. Secrets pass through the shell: what comes back says only how. */
export function useKeyActions(onPassing: (passing: Passing) => void) {
  const { client } = useConnection();
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useI18n();
  const said = useErrorMessage();
  const [pending, setPending] = useState(false);
  const [errorMessage, setTrouble] = useState<string | null>(null);
  const act = (work: () => Promise<void>) => {
    setPending(true);
    setTrouble(null);
    void work()
      .catch((error: unknown) => {
        const code = error instanceof ORPCError ? String(error.code) : '';
        setTrouble(hasWords(code) ? t(errors[code]) : said(error));
      })
      .finally(() => {
        setPending(false);
        void queries.invalidateQueries({ queryKey: api.receiverKeys.key() });
        void queries.invalidateQueries({ queryKey: api.status.key() });
      });
  };
  const handOver = async (id: number) =>
    onPassing({ passage: await client.receiverKeys.handOver({ id }), collecting: false });
  return {
    pending,
    errorMessage,
    generate: (key: { email: string; label: string }, done: () => void) =>
      act(async () => {
        const made = await client.receiverKeys.generate(key);
        done();
        notify({ tone: 'done', text: t('settings.keys.generated', { label: made.label }) });
        if (made.id !== null) await handOver(made.id);
      }),
    collect: (label: string, done: () => void) =>
      act(async () => {
        const passage = await client.receiverKeys.collect({ label });
        done();
        onPassing({ passage, collecting: true });
      }),
    handOver: (id: number) => act(() => handOver(id)),
    retire: (id: number) =>
      act(async () => {
        const key = await client.receiverKeys.retire({ id });
        notify({ tone: 'done', text: t('settings.keys.retired', { label: key.label }) });
      }),
  };
}
