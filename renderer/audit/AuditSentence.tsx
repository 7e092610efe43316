import MuiLink from '@mui/material/Link';
import { auditPieces } from '#shared/audit/sentences.ts';
import type { AuditLine } from '#shared/contract/audit.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { claimFilePath, isOpenable } from '../claims/paths.ts';
import { recordPath } from '../records/paths.ts';
import { noAuditFilter, setAuditFilter } from './audit-filter.ts';

/** Where what an entry is about is shown; null where nothing shows it. */
function pathOf({ about, subject }: AuditLine): string | null {
  switch (about?.what) {
    case 'record':
      return recordPath(about.kind, about.id);
    case 'attachment':
      return recordPath(about.record.kind, about.record.id);
    case 'cancellation':
      return `/cancellations/${about.id}`;
    case 'claim':
      return isOpenable(about.claimNumber) ? claimFilePath('claimNumber', about.claimNumber) : null;
    case 'policyVehicle':
      return `/policies/${about.id}`;
    case 'person':
      return '/settings/people';
    default:
      return /^rejected:[1-9]\d*$/.test(subject) ? `/rejected/${subject.slice('rejected:'.length)}` : null;
  }
}

/** What an entry says, in a sentence in which what it names leads there; without links inside of what is one itself. */
export function AuditSentence({ entry, hasLinks }: { entry: AuditLine; hasLinks: boolean }) {
  const { locale } = useI18n();
  const pieces = auditPieces(entry, locale);
  const path = pathOf(entry);
  return pieces.map(({ is, text }, index) => {
    const key = `${index} ${is}`;
    if (!hasLinks) return is === 'words' ? <span key={key}>{text}</span> : <strong key={key}>{text}</strong>;
    if (is === 'about' && path !== null)
      return (
        <MuiLink key={key} component={Link} href={path} underline="always">
          {text}
        </MuiLink>
      );
    const { personId, person } = entry.actor;
    if (is === 'who' && person !== '')
      return (
        <MuiLink
          key={key}
          component={Link}
          href="/audit"
          underline="always"
          onClick={() =>
            setAuditFilter({ ...noAuditFilter, ...(personId === undefined ? { person } : { personId }) })
          }
        >
          {text}
        </MuiLink>
      );
    return text;
  });
}
