import Button from '@mui/material/Button';
import { Inbox, SearchX } from 'lucide-react';
import { Link } from 'wouter';
import { useI18n } from '../app/locale/i18n.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { genderOf } from './gender.ts';
import type { RecordQuery } from './useRecordList.ts';

/** Why a list is empty, and what would come here. */
export function NoRecords({ query }: { query: RecordQuery }) {
  const { t } = useI18n();
  if (query.search !== undefined)
    return (
      <EmptyState
        icon={SearchX}
        title={t('records.empty.search.title')}
        text={t('records.empty.search.text')}
      />
    );
  const { kind = 'purchaseOrder', filter } = query;
  const gender = genderOf[kind];
  if (filter === 'unreviewed')
    return (
      <EmptyState
        icon={Inbox}
        title={t('records.empty.unreviewed.title')}
        text={t('records.empty.unreviewed.text')}
      />
    );
  if (filter === 'withFindings')
    return (
      <EmptyState
        icon={Inbox}
        title={t(`records.of.${gender}.noneWithFindings`)}
        text={t(`records.of.${gender}.oddOnes`)}
      />
    );
  return (
    <EmptyState icon={Inbox} title={t(`records.empty.${kind}.title`)} text={t(`records.empty.${kind}.text`)}>
      <Button component={Link} href="/settings/receiver" sx={{ mt: 2 }}>
        {t('records.empty.settings')}
      </Button>
    </EmptyState>
  );
}
