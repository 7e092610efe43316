import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Check, CheckCheck, CircleX, Repeat } from 'lucide-react';
import type { RejectedRepeat, RejectedRow } from '#shared/contract/rejected.ts';
import { useKeyName } from '../app/key-name.ts';
import { useKeys } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Blockquote } from '../components/Blockquote.tsx';
import { PlainCode } from '../components/Code.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Field, Fields, Section } from '../components/Fields.tsx';
import { Kbd } from '../components/Kbd.tsx';
import { BackButton, Scroll } from '../components/list/ListDetailLayout.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { DetailSkeleton } from '../components/Skeletons.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { useProblemText } from './problem-words.ts';
import { FirstBody, RejectedContents } from './RejectedContents.tsx';
import { useSeen } from './useSeen.ts';
import { adviceOf } from './what-to-do.ts';

/** One rejected delivery: why, what to do, and every byte of it. */
export function RejectedDetail({ id, back }: { id: number; back: string }) {
  const api = useApi();
  const query = useQuery(api.rejected.get.queryOptions({ input: { id } }));
  if (query.data === undefined)
    return query.isError ? <ErrorState query={query} back={back} /> : <DetailSkeleton />;
  return (
    <>
      {query.isError && <ErrorState query={query} />}
      <Loaded row={query.data} back={back} />
    </>
  );
}

type Props = { row: RejectedRow & { repeats: readonly RejectedRepeat[] }; back: string };

function Loaded({ row, back }: Props) {
  const { t, format } = useI18n();
  const setSeen = useSeen();
  const problem = useProblemText();
  const keyName = useKeyName();
  const toggle = () => setSeen(row.id, row.seenAt === null);
  useKeys({ 'shift space': toggle, e: toggle });
  return (
    <Box component="article" aria-label={problem(row)} sx={{ display: 'contents' }}>
      <Box
        sx={{
          pl: 6,
          pr: ({ perito }) => perito.gutter,
          pt: 4,
          pb: 4,
          flex: 'none',
          display: 'flex',
          gap: 3,
          alignItems: 'flex-start',
        }}
      >
        <BackButton href={back} />
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
            <StateChip
              tone="refusal"
              icon={CircleX}
              label={t('rejected.detail.answered', { status: row.status })}
            />
            {row.count > 1 && (
              <StateChip
                tone="neutral"
                icon={Repeat}
                label={t('rejected.detail.times', { count: row.count })}
              />
            )}
            <Typography variant="body2">
              <PlainCode value={`${row.method} ${row.path}`} /> · <RelativeTime at={row.lastReceivedAt} />
            </Typography>
          </Box>
        </Box>
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
      </Box>
      <Scroll label={`${t('records.detail.label')} ${problem(row)}`}>
        <Section title={t('rejected.detail.reason')}>
          <Blockquote who={t('rejected.detail.said')} lang="en">
            {row.reason}
            {row.errors.length > 0 && (
              <Box component="ul" sx={{ m: 0, mt: 2, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
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
            {t(`rejected.detail.what.${adviceOf(row)}`)}
          </Typography>
        </Section>
        <Section title={t('rejected.detail.request')}>
          <Fields>
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
      </Scroll>
    </Box>
  );
}
