import { FileText, ImageIcon } from 'lucide-react';
import type { Downloads, WaitingAttachment } from '#shared/contract/attachments.ts';
import { useMinuteClock } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { RowLink } from '../components/list/VirtualList.tsx';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';
import { AttachmentStateChip } from './AttachmentStateChip.tsx';
import { nextTry } from './next-try.ts';
import { problemText } from './problem-words.ts';
import { progressOf, shareOf } from './progress.ts';

type Props = { row: WaitingAttachment; downloads: Downloads | undefined; href: string; selected: boolean };

/** Which file and how it stands; of which record, why it is not here, and when it is tried again. */
export function DownloadRowLink({ row, downloads, href, selected }: Props) {
  const { t } = useI18n();
  const Icon = row.role === 'picture' ? ImageIcon : FileText;
  const why =
    row.problem === null || row.state === 'awaitingApproval' || row.state === 'downloading'
      ? (row.host ?? t('downloads.row.noHost'))
      : t(problemText(row.problem).what);
  return (
    <RowLink href={href} selected={selected} loud={row.state === 'failed'}>
      <span className="first">
        <span className="sign" style={{ alignSelf: 'center' }}>
          <Icon size={14} aria-hidden />
          <VisuallyHidden>{t(`downloads.role.${row.role}`)}</VisuallyHidden>
        </span>
        <span className="grow">{row.filename}</span>
        <AttachmentStateChip state={row.state} />
      </span>
      <span className="second">
        <span className="grow">
          {row.record.number} · {why}
        </span>
        <Aside row={row} downloads={downloads} />
      </span>
    </RowLink>
  );
}

/** How far it is, or when it is tried next. */
function Aside({ row, downloads }: Pick<Props, 'row' | 'downloads'>) {
  const { t, format } = useI18n();
  const now = useMinuteClock();
  const progress = progressOf(row, downloads);
  if (progress !== null) {
    const share = shareOf(progress);
    return <span>{share === null ? format.bytes(progress.bytes) : `${Math.floor(share * 100)} %`}</span>;
  }
  if (row.nextAttemptAt === null || row.attempts === 0) return null;
  const next = nextTry(row.nextAttemptAt, now, format);
  if (next === null) return <span>{t('downloads.row.soon')}</span>;
  return <span>{'when' in next ? t('downloads.row.nextAt', next) : t('downloads.row.next', next)}</span>;
}
