import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, CheckCheck, CircleX, Download, Repeat } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { RejectedRepeat, RejectedRow } from '#shared/contract/rejected.ts';
import { useNotDone } from '../app/error-message.ts';
import { useKeys } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useKeyName } from '../app/names.ts';
import { useApi, useConnection } from '../app/queries.ts';
import { Acts, useMay } from '../app/read-only.tsx';
import { notify } from '../app/snackbar.ts';
import { Blockquote } from '../components/Blockquote.tsx';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { CodeBlock } from '../components/CodeBlock.tsx';
import { type BodyPart, bytesOf, downloadBlob, wholeBody } from '../components/download-blob.ts';
import { ErrorState, QueryDetail } from '../components/ErrorState.tsx';
import { Field, Fields, Section } from '../components/Fields.tsx';
import { SelectField, ToggleGroup } from '../components/FormFields.tsx';
import { Kbd } from '../components/Kbd.tsx';
import { DetailHeader, ScrollRegion } from '../components/list/ListDetailLayout.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { Typography } from '../components/Typography.tsx';
import { hexDump, utf8Text } from './body-text.ts';
import { adviceOf, useProblemText } from './problem-text.ts';
import { subjectText } from './subject-text.ts';

/** One rejected delivery: the problem, what to do about it, and its bytes. */
export function RejectedDetail({ id, back }: { id: number; back: string }) {
  const api = useApi();
  const query = useQuery(api.rejected.get.queryOptions({ input: { id } }));
  return (
    <QueryDetail query={query} back={back}>
      {(row) => <Loaded row={row} back={back} />}
    </QueryDetail>
  );
}

type RejectedDetailProps = { row: RejectedRow & { repeats: readonly RejectedRepeat[] }; back: string };

function Loaded({ row, back }: RejectedDetailProps) {
  const { t, format } = useI18n();
  const setSeen = useSeen();
  const problem = useProblemText();
  const keyName = useKeyName();
  const toggle = () => setSeen(row.id, row.seenAt === null);
  const may = useMay('rejected.setSeen');
  const seen = {
    label: t(row.seenAt === null ? 'rejected.detail.markSeen' : 'rejected.detail.seen'),
    run: toggle,
  };
  useKeys(may ? { e: seen, 'shift space': seen } : {});
  return (
    <Box component="article" aria-label={problem(row)} sx={{ display: 'contents' }}>
      <DetailHeader back={back}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
            {problem(row)}
          </Typography>
          <Box
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 2,
              mt: 1,
              color: 'text.secondary',
              flexWrap: 'wrap',
            }}
          >
            <StateChip tone="refusal" icon={CircleX} label={subjectText(row, t)} />
            {row.count > 1 && (
              <StateChip
                tone="neutral"
                icon={Repeat}
                label={t('rejected.detail.times', { count: row.count })}
              />
            )}
            <Typography variant="body2">
              <RelativeTime at={row.lastReceivedAt} />
            </Typography>
          </Box>
        </Box>
        <Acts of="rejected.setSeen">
          <Button
            startIcon={row.seenAt === null ? <Check size={14} /> : <CheckCheck size={14} />}
            variant={row.seenAt === null ? 'outlined' : 'text'}
            aria-pressed={row.seenAt !== null}
            onClick={toggle}
            aria-keyshortcuts="Shift+Space E"
          >
            {t(row.seenAt === null ? 'rejected.detail.markSeen' : 'rejected.detail.seen')}
            {row.seenAt === null && <Kbd gap>E</Kbd>}
          </Button>
        </Acts>
      </DetailHeader>
      <ScrollRegion label={`${t('records.detail.label')} ${problem(row)}`}>
        <Section title={t('rejected.detail.reason')}>
          <Blockquote source={t('rejected.detail.answer')} lang="en">
            {row.reason}
            {row.errors.length > 0 && (
              <Box component="ul" sx={{ mt: 2, display: 'grid', gap: 1 }}>
                {row.errors.map((error) => (
                  <Typography component="li" variant="body2" key={`${error.pointer} ${error.detail}`}>
                    <PlainCode value={error.pointer === '' ? t('rejected.detail.root') : error.pointer} /> —{' '}
                    {error.detail}
                  </Typography>
                ))}
              </Box>
            )}
          </Blockquote>
        </Section>
        <Section title={t('rejected.detail.whatTitle')}>
          <Typography variant="body2" sx={{ maxWidth: 640 }}>
            {t(`rejected.detail.advice.${adviceOf(row)}`)}
          </Typography>
        </Section>
        <Section title={t('rejected.detail.request')}>
          <Fields>
            <Field label={t('rejected.detail.call')}>
              <PlainCode value={`${row.method} ${row.path}`} />
              <br />
              {t('rejected.detail.answered', { status: row.status })}
            </Field>
            <Field label={t(row.count > 1 ? 'rejected.detail.first' : 'rejected.detail.received')}>
              {format.exact(row.receivedAt)}
            </Field>
            {row.count > 1 && (
              <Field label={t('rejected.detail.last')}>{format.exact(row.lastReceivedAt)}</Field>
            )}
            <Field label={t('rejected.detail.key')}>{keyName(row.keyLabel)}</Field>
            <Field label={t('rejected.detail.contentType')}>
              {row.contentType ?? t('rejected.detail.noContentType')}
            </Field>
            <Field label={t('rejected.detail.size')}>{format.bytes(row.receivedBytes)}</Field>
          </Fields>
        </Section>
        {row.repeats.length === 0 ? <FirstBody row={row} /> : <RejectedContents row={row} />}
      </ScrollRegion>
    </Box>
  );
}

/** Marks a rejected delivery as seen or unseen. */
function useSeen() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useI18n();
  const notDone = useNotDone();
  const change = useMutation({
    ...api.rejected.setSeen.mutationOptions(),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: api.rejected.key() });
      void queries.invalidateQueries({ queryKey: api.status.key() });
    },
    onError: notDone,
  });
  return (id: number, seen: boolean) =>
    change.mutate(
      { id, seen },
      {
        onSuccess: () => {
          if (!seen) return;
          notify({
            tone: 'done',
            text: t('rejected.detail.nowSeen'),
            undo: () => change.mutate({ id, seen: false }),
          });
        },
      },
    );
}

type RejectedContentsProps = { row: RejectedRow & { repeats: readonly RejectedRepeat[] } };

/** The different bodies of a repeated delivery, and the bytes of the chosen one. */
function RejectedContents({ row }: RejectedContentsProps) {
  const { t, format } = useI18n();
  const [chosen, setChosen] = useState('first');
  const repeat = row.repeats.find(({ id }) => String(id) === chosen);
  const timesOfFirst = row.repeats.reduce((left, { count }) => left - count, row.count);
  const labelOf = (option: string) => {
    const index = row.repeats.findIndex(({ id }) => String(id) === option);
    const { path, receivedBytes, count } = row.repeats[index] ?? { ...row, count: timesOfFirst };
    return t('rejected.detail.content', { place: index + 2, path, size: format.bytes(receivedBytes), count });
  };
  return (
    <>
      <Section title={t('rejected.detail.contents')}>
        <Typography variant="body2" sx={{ mb: 3, maxWidth: 640 }}>
          {t('rejected.detail.contentsAbout')}
        </Typography>
        <SelectField
          label={t('rejected.detail.which')}
          value={chosen}
          options={['first', ...row.repeats.map(({ id }) => String(id))]}
          labelOf={labelOf}
          onChange={setChosen}
        />
      </Section>
      {repeat === undefined ? (
        <FirstBody key="first" row={row} />
      ) : (
        <RepeatBody key={repeat.id} repeat={repeat} />
      )}
    </>
  );
}

/** The bytes of the first delivery. */
function FirstBody({ row }: { row: RejectedRow }) {
  const { client } = useConnection();
  return <RejectedBody kept={row} partFrom={(from) => client.rejected.body({ id: row.id, from })} />;
}

function RepeatBody({ repeat }: { repeat: RejectedRepeat }) {
  const api = useApi();
  const { client } = useConnection();
  const query = useQuery(api.rejected.repeatBody.queryOptions({ input: { id: repeat.id } }));
  if (query.data !== undefined) {
    const partFrom = (from: number) => client.rejected.repeatBody({ id: repeat.id, from });
    return <RejectedBody kept={{ ...repeat, body: query.data.bytes }} partFrom={partFrom} />;
  }
  return query.isError ? <ErrorState query={query} /> : null;
}

/** Bytes that are shown on the screen; the download has all. */
const maxShown = 64 * 1024;

type StoredBody = Pick<RejectedRow, 'id' | 'body' | 'receivedBytes' | 'keptBytes'>;
type RejectedBodyProps = { kept: StoredBody; partFrom: (from: number) => Promise<BodyPart> };

/** The bytes of a body, as text where they are text, and as a hexadecimal dump. */
function RejectedBody({ kept: row, partFrom }: RejectedBodyProps) {
  const { t, format } = useI18n();
  const notDone = useNotDone();
  const bytes = useMemo(() => bytesOf(row.body), [row.body]);
  const isBeginning = bytes.length < row.keptBytes;
  const text = useMemo(() => utf8Text(bytes, isBeginning), [bytes, isBeginning]);
  const [wanted, setWanted] = useState<'text' | 'hex'>('text');
  const form = text === null ? 'hex' : wanted;
  const cut = row.keptBytes > maxShown;
  const shown = useMemo(
    () => (form === 'text' && text !== null ? text.slice(0, maxShown) : hexDump(bytes.subarray(0, maxShown))),
    [form, text, bytes],
  );
  const title = t('rejected.detail.body');
  const download = async () => {
    const all = isBeginning ? await wholeBody(partFrom) : [bytes];
    downloadBlob(`rejected-${row.id}.bin`, all, 'application/octet-stream');
  };
  return (
    <Section
      title={title}
      aside={
        bytes.length > 0 && (
          <Button
            size="small"
            startIcon={<Download size={14} />}
            onClick={() => void download().catch(notDone)}
          >
            {t('rejected.detail.download')}
          </Button>
        )
      }
    >
      {row.keptBytes < row.receivedBytes && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {t('rejected.detail.cut', {
            received: format.bytes(row.receivedBytes),
            kept: format.bytes(row.keptBytes),
          })}
        </Alert>
      )}
      {bytes.length === 0 ? (
        <Typography variant="quiet">{t('rejected.detail.bodyEmpty')}</Typography>
      ) : (
        <>
          <Box sx={{ display: 'flex', gap: 3, alignItems: 'center', mb: 2 }}>
            {text === null ? (
              <Typography variant="caption">{t('rejected.detail.notUtf8')}</Typography>
            ) : (
              <ToggleGroup
                label={t('rejected.detail.form')}
                value={form}
                options={['text', 'hex']}
                labelOf={(option) =>
                  t(option === 'text' ? 'rejected.detail.asText' : 'rejected.detail.asHex')
                }
                onChange={setWanted}
              />
            )}
            {cut && (
              <Typography variant="caption">
                {t('rejected.detail.more', {
                  shown: format.bytes(maxShown),
                  all: format.bytes(row.keptBytes),
                })}
              </Typography>
            )}
          </Box>
          <CodeBlock label={title} text={shown} />
        </>
      )}
    </Section>
  );
}
