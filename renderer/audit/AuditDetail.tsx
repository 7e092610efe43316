import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useMutation, useQuery } from '@tanstack/react-query';
import { auditChanges, auditFieldName } from '#shared/audit/changes.ts';
import { auditSentence } from '#shared/audit/sentences.ts';
import type { AuditLine } from '#shared/contract/audit.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Acts } from '../app/read-only.tsx';
import { Box } from '../components/Box.tsx';
import { Code } from '../components/Code.tsx';
import { CodeBlock } from '../components/CodeBlock.tsx';
import { QueryDetail } from '../components/ErrorState.tsx';
import { Field, Fields, Section, TechnicalData } from '../components/Fields.tsx';
import { DetailHeader, ScrollRegion } from '../components/list/ListDetailLayout.tsx';
import { Typography } from '../components/Typography.tsx';
import { AuditSentence } from './AuditSentence.tsx';

/** One entry of the log: what was done, what changed by it, and as it is kept. */
export function AuditDetail({ id, back }: { id: number; back: string }) {
  const query = useQuery(useApi().audit.get.queryOptions({ input: { id } }));
  return (
    <QueryDetail query={query} back={back}>
      {(entry) => <Loaded entry={entry} back={back} />}
    </QueryDetail>
  );
}

function Loaded({ entry, back }: { entry: AuditLine; back: string }) {
  const { t, format, locale } = useI18n();
  const changes = auditChanges(entry, locale);
  const { id, at, actor, hash } = entry;
  return (
    <Box component="article" aria-label={auditSentence(entry, locale)} sx={{ display: 'contents' }}>
      <DetailHeader back={back}>
        <Typography variant="h2" component="h2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <AuditSentence entry={entry} hasLinks />
        </Typography>
      </DetailHeader>
      <ScrollRegion label={t('audit.detail.label')}>
        <Section title={t('audit.detail.what')}>
          <Fields>
            <Field label={t('audit.detail.who')}>
              {actor.person === '' ? t(`audit.via.${actor.via}`) : actor.person}
            </Field>
            <Field label={t('audit.detail.via')}>{t(`audit.via.${actor.via}`)}</Field>
            <Field label={t('audit.detail.at')}>
              <time dateTime={at}>{format.exact(at)}</time>
            </Field>
          </Fields>
        </Section>
        {changes.length > 0 && (
          <Section title={t('audit.detail.changes')}>
            <Box sx={{ overflowX: 'auto' }}>
              <Table size="small" sx={{ tableLayout: 'fixed', minWidth: 420 }}>
                <TableHead>
                  <TableRow>
                    <TableCell>{t('audit.detail.field')}</TableCell>
                    <TableCell>{t('audit.detail.before')}</TableCell>
                    <TableCell>{t('audit.detail.after')}</TableCell>
                  </TableRow>
                </TableHead>
                <TableBody>
                  {changes.map(({ field, before, after }) => (
                    <TableRow key={field}>
                      <TableCell component="th" scope="row" sx={wrapped}>
                        {auditFieldName(entry, field, locale) || t('audit.detail.value')}
                      </TableCell>
                      <TableCell sx={wrapped}>{before ?? t('audit.detail.nothing')}</TableCell>
                      <TableCell sx={wrapped}>{after ?? t('audit.detail.nothing')}</TableCell>
                    </TableRow>
                  ))}
                </TableBody>
              </Table>
            </Box>
          </Section>
        )}
        <Section title={t('audit.detail.kept')}>
          <Typography variant="body2" sx={{ mb: 2, maxWidth: 640 }}>
            {t('audit.detail.keptAbout', { entry: format.count(id) })}
          </Typography>
          <Acts of="audit.verify">
            <ChainCheck />
          </Acts>
          <TechnicalData title={t('audit.detail.raw')}>
            <CodeBlock
              label={t('audit.detail.raw')}
              text={JSON.stringify(
                { id, at, actor, action: entry.action, subject: entry.subject, detail: entry.detail },
                null,
                2,
              )}
            />
            <Typography variant="caption" component="p" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
              {t('audit.detail.hash')}: <Code value={hash} label={t('audit.detail.hash')} />
            </Typography>
          </TechnicalData>
        </Section>
      </ScrollRegion>
    </Box>
  );
}

const wrapped = { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', verticalAlign: 'top' } as const;

/** Walks the chain of the whole log, and says whether it holds. */
function ChainCheck() {
  const { t, format } = useI18n();
  const notDone = useNotDone();
  const verify = useMutation(useApi().audit.verify.mutationOptions({ onError: notDone }));
  const found = verify.data;
  return (
    <Box role="status" sx={{ mb: 2, display: 'grid', gap: 2, justifyItems: 'start' }}>
      {found !== undefined && (
        <Alert severity={found.intact && found.journal.intact ? 'success' : 'error'} variant="outlined">
          {found.intact && found.journal.intact
            ? t('audit.chain.intact', { entries: format.count(found.entries) })
            : found.intact
              ? t('audit.chain.journalBroken', { entry: format.count(found.journal.brokenAt ?? 0) })
              : t('audit.chain.broken', { entry: format.count(found.brokenAt ?? 0) })}
        </Alert>
      )}
      <Button size="small" disabled={verify.isPending} onClick={() => verify.mutate(undefined)}>
        {t(verify.isPending ? 'audit.chain.checking' : 'audit.chain.check')}
      </Button>
    </Box>
  );
}
