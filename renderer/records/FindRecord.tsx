import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { Redirect } from 'wouter';
import type { RecordKind } from '#shared/terms.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { DetailSkeleton } from '../components/Skeletons.tsx';
import { recordBases, recordPath } from './paths.ts';

/** Leads to the record with a number: what is opened read-only numbers its rows by itself. */
export function FindRecord({ kind, number }: { kind: RecordKind; number: string }) {
  const { t } = useI18n();
  const found = useQuery(
    useApi().records.list.queryOptions({ input: { kind, search: number.slice(0, 200), limit: 50 } }),
  );
  if (found.data === undefined)
    return found.isError ? <ErrorState query={found} inset="detail" /> : <DetailSkeleton />;
  const row = found.data.rows.find((record) => record.number === number);
  if (row !== undefined) return <Redirect to={recordPath(kind, row.id)} replace />;
  return (
    <EmptyState
      icon={FileQuestion}
      title={t('retention.find.none')}
      text={t('retention.find.noneText', { number })}
    >
      <Button component={Link} href={recordBases[kind]} sx={{ mt: 2 }}>
        {t('retention.find.list')}
      </Button>
    </EmptyState>
  );
}
