import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { PlugZap } from 'lucide-react';
import type { Client } from '../app/connection.ts';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { PlainCode } from '../components/Code.tsx';
import { CodeBlock } from '../components/CodeBlock.tsx';
import { Field, Fields } from '../components/Fields.tsx';
import { ProblemNote } from './ProblemNote.tsx';

/** One real call with the address and key in force, and what was answered, in words and as it came. */
export function ConnectionTest() {
  const { t } = useI18n();
  const api = useApi();
  const errorMessage = useErrorMessage();
  const test = useMutation(api.reference.test.mutationOptions());
  return (
    <Box
      component="section"
      aria-labelledby="platform-test"
      sx={{ display: 'grid', gap: 3, pt: 5, borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ display: 'flex', gap: 4, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1 }}>
          <Typography variant="h3" component="h2" id="platform-test">
            {t('platform.test.title')}
          </Typography>
          <Typography variant="caption">{t('platform.test.about')}</Typography>
        </Box>
        <Button
          startIcon={<PlugZap size={14} />}
          disabled={test.isPending}
          onClick={() => test.mutate(undefined)}
        >
          {t(test.isPending ? 'platform.test.running' : 'platform.test.button')}
        </Button>
      </Box>
      <Box role="status" sx={{ display: 'grid', gap: 3, '&:empty': { display: 'none' } }}>
        {test.isError && <Alert severity="error">{errorMessage(test.error)}</Alert>}
        {test.data !== undefined && !test.isPending && <Outcome outcome={test.data} />}
      </Box>
    </Box>
  );
}

type Tested = Awaited<ReturnType<Client['reference']['test']>>;

function Outcome({ outcome }: { outcome: Tested }) {
  const { t, format } = useI18n();
  return (
    <>
      {outcome.problem === null ? (
        <Alert severity="success">{t('platform.test.good', { count: outcome.items ?? 0 })}</Alert>
      ) : (
        <ProblemNote problem={outcome.problem} />
      )}
      {outcome.url !== null && (
        <Fields>
          <Field label={t('platform.test.url')} wide>
            <PlainCode value={outcome.url} />
          </Field>
          <Field label={t('platform.test.status')}>{outcome.status ?? t('common.none')}</Field>
          <Field label={t('platform.test.contentType')}>{outcome.contentType ?? t('common.none')}</Field>
          <Field label={t('platform.test.time')}>
            {outcome.milliseconds === null
              ? t('common.none')
              : t('platform.test.milliseconds', { count: outcome.milliseconds })}
          </Field>
          {outcome.sample.length > 0 && (
            <Field label={t('platform.test.sample')} wide>
              {outcome.sample.map(({ id, name }) => `${id} · ${name}`).join('\n')}
            </Field>
          )}
        </Fields>
      )}
      {outcome.body !== null && outcome.body !== '' && (
        <Box>
          <Typography variant="caption" component="p" sx={{ mb: 1 }}>
            {t('platform.test.body')} ({format.bytes(new Blob([outcome.body]).size)})
          </Typography>
          <CodeBlock label={t('platform.test.body')} text={outcome.body} />
        </Box>
      )}
    </>
  );
}
