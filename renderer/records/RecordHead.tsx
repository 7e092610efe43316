import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { RecordDetail } from '#shared/contract/records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { CancellationChip } from '../cancellations/CancellationChip.tsx';
import { Code } from '../components/Code.tsx';
import { BackButton } from '../components/list/ListDetailLayout.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { genderOf } from './gender.ts';
import { ReviewedButton } from './ReviewedButton.tsx';

type Props = {
  record: RecordDetail;
  back: string;
  onToggle: () => void;
  worth: ReactNode;
  about: ReactNode;
};

/** The record's number, what it is worth, what it is about, and its mark. Keeps its place while the rest scrolls. */
export function RecordHead({ record, back, onToggle, worth, about }: Props) {
  const { t } = useI18n();
  return (
    <Box sx={{ pl: 6, pr: ({ perito }) => perito.gutter, pt: 4, pb: 3.5, flex: 'none' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
        <BackButton href={back} />
        <Typography variant="h1" sx={{ flex: 1, minWidth: 0 }}>
          <Code value={record.number} what={t('records.detail.number')} />
        </Typography>
        <Typography variant="h1" component="div">
          {worth}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mt: 1, minHeight: 32 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary', flex: 1, minWidth: 0 }}>
          {about} · {t(`records.of.${genderOf[record.kind]}.received`).toLocaleLowerCase()}{' '}
          <RelativeTime at={record.receivedAt} />
        </Typography>
        {record.cancellation !== null && (
          <Link
            href={`/cancellations/${record.cancellation.id}`}
            aria-label={t('records.detail.openCancellation')}
          >
            <CancellationChip state={record.cancellation.state} />
          </Link>
        )}
        <ReviewedButton record={record} onToggle={onToggle} />
      </Box>
    </Box>
  );
}
