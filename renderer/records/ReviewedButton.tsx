import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { Check, CheckCheck } from 'lucide-react';
import type { RecordDetail } from '#shared/contract/records.ts';
import { useActorName } from '../app/actor-name.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Kbd } from '../components/Kbd.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { genderOf } from './gender.ts';

/** Marks as reviewed; once it is, says by whom and when, and takes the mark back. */
export function ReviewedButton({ record, onToggle }: { record: RecordDetail; onToggle: () => void }) {
  const { t } = useI18n();
  const who = useActorName();
  const when = useWhen();
  const gender = genderOf[record.kind];
  if (record.reviewedAt === null)
    return (
      <Button startIcon={<Check size={14} />} onClick={onToggle} aria-keyshortcuts="Shift+Space E">
        {t(`records.of.${gender}.mark`)}
        <Kbd gap>E</Kbd>
      </Button>
    );
  const said = t(`records.of.${gender}.reviewedBy`, {
    who: record.reviewedBy === null ? t('common.none') : who(record.reviewedBy),
    when: when(record.reviewedAt),
  });
  return (
    <Tooltip title={`${said}. ${t(`records.of.${gender}.unmark`)}`}>
      <Button
        variant="text"
        color="inherit"
        startIcon={<CheckCheck size={14} />}
        onClick={onToggle}
        aria-pressed
        aria-keyshortcuts="Shift+Space E"
        sx={{ color: 'text.secondary' }}
      >
        {t(`records.of.${gender}.reviewed`)}
      </Button>
    </Tooltip>
  );
}
