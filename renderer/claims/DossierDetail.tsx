import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { ORPCError } from '@orpc/client';
import { useQuery } from '@tanstack/react-query';
import { FolderX } from 'lucide-react';
import { Link } from 'wouter';
import type { Dossier, DossierKey } from '#shared/contract/claims.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { useWindowTitle } from '../app/window-title.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Section } from '../components/Fields.tsx';
import { Scroll } from '../components/list/ListDetailLayout.tsx';
import { DetailSkeleton } from '../components/Skeletons.tsx';
import { DossierHead } from './DossierHead.tsx';
import { DossierKeys } from './DossierKeys.tsx';
import { DossierOverview } from './DossierOverview.tsx';
import { DossierRecords } from './DossierRecords.tsx';
import { OrderMatchCard } from './OrderMatchCard.tsx';
import { Timeline } from './Timeline.tsx';
import { useSubject } from './useSubject.ts';

/** Everything that shares one claim number, tender, policy or VIN: in short first, then order by order, day by day, record by record. */
export function DossierDetail(props: { by: DossierKey; value: string; back: string }) {
  const { by, value, back } = props;
  const { t } = useI18n();
  const api = useApi();
  const query = useQuery(api.claims.get.queryOptions({ input: { by, value } }));
  if (query.data !== undefined)
    return (
      <>
        {query.isError && <ErrorState query={query} />}
        <Loaded dossier={query.data} back={back} />
      </>
    );
  if (query.error instanceof ORPCError && query.error.code === 'NOT_FOUND')
    return (
      <EmptyState icon={FolderX} title={t('claims.detail.notFound')} text={t('claims.detail.notFoundText')}>
        <Button component={Link} href={back} sx={{ mt: 2 }}>
          {t('claims.detail.back')}
        </Button>
      </EmptyState>
    );
  return query.isError ? <ErrorState query={query} /> : <DetailSkeleton />;
}

function Loaded({ dossier, back }: { dossier: Dossier; back: string }) {
  const { t } = useI18n();
  const name = `${t(`claims.by.${dossier.by}`)} ${dossier.value}`;
  useWindowTitle(name);
  const subject = useSubject(dossier);
  return (
    <article aria-label={name} style={{ display: 'contents' }}>
      <DossierHead dossier={dossier} subject={subject} back={back} />
      <Scroll label={`${t('claims.detail.label')} ${name}`}>
        {dossier.isPartial && (
          <Alert severity="warning" sx={{ mx: 6, mb: 4 }}>
            {t('claims.detail.partial')}
          </Alert>
        )}
        <DossierOverview dossier={dossier} subject={subject} />
        {dossier.matches.length > 0 && (
          <Section title={t('claims.detail.section.matches')}>
            {dossier.matches.map((match) => (
              <OrderMatchCard key={match.order.id} match={match} />
            ))}
          </Section>
        )}
        <Section title={t('claims.detail.section.timeline')}>
          <Timeline dossier={dossier} />
        </Section>
        <Section title={t('claims.detail.section.records')}>
          <DossierRecords records={dossier.records} by={dossier.by} />
        </Section>
        {dossier.keys.length > 0 && (
          <Section title={t('claims.detail.section.keys')}>
            <DossierKeys keys={dossier.keys} />
          </Section>
        )}
      </Scroll>
    </article>
  );
}
