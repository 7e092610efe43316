import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { isDefinedError } from '@orpc/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ReachStep,
  type TestAnswer,
  type TestEndpoint,
  testEndpoint,
} from '#shared/contract/reachability.ts';
import { useErrorMessage } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { Code } from '../components/Code.tsx';
import { CopyBlock } from '../components/CopyBlock.tsx';
import { Field, Fields, TechnicalDetail } from '../components/Fields.tsx';
import { SelectField, ToggleField } from '../components/FormFields.tsx';
import { formatJson } from '../components/json-text.ts';
import { Typography } from '../components/Typography.tsx';
import { reachText } from './reach-text.ts';

const overs = ['listening', 'public'] as const;

/** Calls one endpoint for real, and shows all that was sent and came back. */
export function TestCalls({ publicUrl }: { publicUrl: string }) {
  const { t } = useI18n();
  const [endpoint, setEndpoint] = useState<TestEndpoint>('policyLookup');
  const [over, setOver] = useState<(typeof overs)[number]>('listening');
  const call = useTestCall();
  const isPossible = over === 'listening' || publicUrl !== '';
  return (
    <>
      <Typography variant="body2">{t('connection.tests.about')}</Typography>
      <Box sx={{ display: 'flex', gap: 4, flexWrap: 'wrap', alignItems: 'flex-end' }}>
        <SelectField
          label={t('connection.tests.endpoint')}
          value={endpoint}
          options={testEndpoint.options}
          labelOf={(name) => t(`connection.endpoint.${name}`)}
          onChange={setEndpoint}
          width={280}
        />
        <ToggleField
          label={t('connection.tests.over')}
          value={over}
          options={overs}
          labelOf={(name) => t(`connection.tests.${name}`)}
          onChange={setOver}
        />
        <Button
          variant="contained"
          disabled={!isPossible || call.isPending}
          onClick={() => call.mutate({ endpoint, over })}
        >
          {t(call.isPending ? 'connection.tests.calling' : 'connection.tests.call')}
        </Button>
      </Box>
      {!isPossible && <Alert severity="info">{t('connection.tests.publicNone')}</Alert>}
      <Box role="status" sx={{ display: 'grid', gap: 5, '&:empty': { display: 'none' } }}>
        {call.isError && <NoAnswer error={call.error} />}
        {call.data !== undefined && (
          <Answer answer={call.data} expected={expectedStatus(call.variables.endpoint)} />
        )}
      </Box>
    </>
  );
}

const useTestCall = () => useMutation(useApi().connection.testCall.mutationOptions());
type CallError = NonNullable<ReturnType<typeof useTestCall>['error']>;

function NoAnswer({ error }: { error: CallError }) {
  const { t, format } = useI18n();
  const errorMessage = useErrorMessage();
  if (!isDefinedError(error)) return <Alert severity="error">{errorMessage(error)}</Alert>;
  switch (error.code) {
    case 'NO_PUBLIC_ADDRESS':
      return <Alert severity="info">{t('connection.tests.publicNone')}</Alert>;
    case 'NOT_LISTENING':
      return <Alert severity="error">{t('connection.tests.notListening')}</Alert>;
    case 'SECRET_NOT_HERE':
      return <Alert severity="warning">{t('connection.tests.noSecret')}</Alert>;
    case 'NOT_REACHED': {
      const { step, reason, detail } = error.data;
      const failed: ReachStep = {
        step: step ?? 'nonce',
        result: 'failed',
        reason: reason ?? 'noAnswer',
        detail,
      };
      const { what, todo } = reachText(failed, { t, format });
      return (
        <Alert severity="error">
          <strong>
            {t('connection.tests.notReached')} {what}
          </strong>
          <br />
          {todo}
          <TechnicalDetail text={detail} />
        </Alert>
      );
    }
  }
}

/** With which each is answered where all is well: a lookup that finds nothing, and a body that is refused. */
const expectedStatus = (endpoint: TestEndpoint): number =>
  endpoint === 'policyLookup' ? 200 : endpoint === 'balance' ? 404 : 400;

function Answer({ answer, expected }: { answer: TestAnswer; expected: number }) {
  const { t, format } = useI18n();
  const headers = answer.headers.map(({ name, value }) => `${name}: ${value}`).join('\n');
  const isJson = /^\s*[[{]/.test(answer.body) && !answer.isCut;
  return (
    <>
      <Alert severity={answer.status === expected ? 'success' : 'warning'}>
        {answer.status === expected
          ? t('connection.tests.asMeant')
          : t('connection.tests.notAsMeant', { status: expected })}{' '}
        {t('connection.tests.registered')}
      </Alert>
      <Fields>
        <Field label={t('connection.tests.called')} wide>
          {answer.method} <Code value={answer.url} label={t('connection.tests.called')} />
        </Field>
        <Field label={t('connection.tests.status')}>{answer.status}</Field>
        <Field label={t('connection.tests.time')}>
          {t('connection.tests.milliseconds', { time: format.count(Math.round(answer.milliseconds)) })}
        </Field>
        <Field label={t('connection.tests.at')}>
          <Code value={answer.address} label={t('connection.tests.at')} />
        </Field>
      </Fields>
      {answer.sent === null ? (
        <Fields>
          <Field label={t('connection.tests.sent')}>{t('connection.tests.nothingSent')}</Field>
        </Fields>
      ) : (
        <CopyBlock label={t('connection.tests.sent')} text={answer.sent} />
      )}
      <CopyBlock label={t('connection.tests.headers')} text={headers} />
      <CopyBlock label={t('connection.tests.body')} text={isJson ? formatJson(answer.body) : answer.body} />
      {answer.isCut && <Typography variant="caption">{t('connection.tests.cut')}</Typography>}
    </>
  );
}
