import MuiLink from '@mui/material/Link';
import { Check, CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ComponentProps, memo, type ReactNode, useState } from 'react';
import type { ClaimFile, ClaimFileFinding, ClaimFileRecord } from '#shared/contract/claims.ts';
import type { Severity } from '#shared/terms.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { Amount } from '../components/Amount.tsx';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { Typography } from '../components/Typography.tsx';
import { findingText } from '../records/finding-text.ts';
import { leadState } from '../records/lead.ts';
import { recordPath } from '../records/paths.ts';

const icons: Record<Severity, LucideIcon> = { info: Info, warning: TriangleAlert, error: CircleX };
const tones = { info: 'text.secondary', warning: 'warning.main', error: 'error.main' } as const;

/** The most findings shown, so that the ledger stays in sight. */
const shownAtFirst = 3;

type Props = { claimFile: ClaimFile; className: string };

/** What is wrong with any record of the claim, the gravest first, with what is at stake; each leads to its line. */
export const GravestFindings = memo(function GravestFindings({ claimFile, className }: Props) {
  const { t } = useI18n();
  const [all, setAll] = useState(false);
  const { gravest, attentionCount, records } = claimFile;
  const shown = all ? gravest : gravest.slice(0, shownAtFirst);
  const beyond = attentionCount - gravest.length;
  return (
    <ClaimFilePart
      title={t('claims.detail.section.gravest')}
      count={attentionCount}
      className={className}
      aside={
        shown.length < gravest.length && (
          <MuiLink component="button" type="button" variant="body2" onClick={() => setAll(true)}>
            {t('records.findings.all', { count: attentionCount })}
          </MuiLink>
        )
      }
    >
      {attentionCount === 0 && <Nothing />}
      <Box component="ul" sx={{ mx: -2 }}>
        {shown.map((finding) => (
          <li key={finding.id}>
            <FindingLink finding={finding} record={records.find(({ id }) => id === finding.recordId)} />
          </li>
        ))}
      </Box>
      {shown.length === gravest.length && beyond > 0 && (
        <Typography variant="caption" component="p" sx={{ mt: 1 }}>
          {t('claims.gravest.more', { count: beyond })}
        </Typography>
      )}
    </ClaimFilePart>
  );
});

/** Not green, because an unchecked cover is not known to be good. */
function Nothing() {
  const { t } = useI18n();
  return (
    <Typography
      variant="body2"
      sx={{ display: 'flex', alignItems: 'center', gap: 2, color: 'text.secondary' }}
    >
      <Check size={15} aria-hidden />
      {t('claims.gravest.none')}
    </Typography>
  );
}

/** A link to a record that leads to the field that a pointer into its body points at. */
function LeadLink({
  href,
  pointer,
  ...rest
}: Omit<ComponentProps<'a'>, 'href'> & { href: string; pointer: string }) {
  return <Link href={href} state={leadState(pointer)} {...rest} />;
}

function FindingLink({
  finding,
  record,
}: {
  finding: ClaimFileFinding;
  record: ClaimFileRecord | undefined;
}) {
  const { t, format } = useI18n();
  const Icon = icons[finding.severity];
  if (record === undefined) return null;
  return (
    <Box
      component={LeadLink}
      href={recordPath(record.kind, record.id)}
      pointer={finding.pointer}
      sx={{
        display: 'grid',
        gridTemplateColumns: '15px minmax(0, 1fr) auto',
        columnGap: 2,
        px: 2,
        py: 0.75,
        borderRadius: 1,
        color: 'text.primary',
        textDecoration: 'none',
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <Box component="span" sx={{ color: tones[finding.severity], mt: 0.5, lineHeight: 0 }}>
        <Icon size={15} role="img" aria-label={t(`records.findings.severity.${finding.severity}`)} />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography
          variant="body2"
          sx={{
            overflow: 'hidden',
            display: '-webkit-box',
            WebkitLineClamp: 2,
            WebkitBoxOrient: 'vertical',
            overflowWrap: 'anywhere',
          }}
        >
          {findingText(finding, { t, format })}
        </Typography>
        <Typography variant="caption" component="p" noWrap>
          <PlainCode value={record.number} />
          {record.partyName !== null && ` · ${record.partyName}`}
        </Typography>
      </Box>
      {finding.amount !== null && (
        <Typography
          variant="body2"
          component="span"
          title={t('findingTerms.atStake')}
          sx={{ fontWeight: 600 }}
        >
          <Amount value={finding.amount.value} currency={finding.amount.currency} />
        </Typography>
      )}
    </Box>
  );
}

type ClaimFilePartProps = {
  title: string;
  count?: number;
  aside?: ReactNode;
  className?: string;
  /** Whether its name stands in the line of what it has. */
  isInline?: boolean;
  children: ReactNode;
};

/** A part of what is seen at once: its name, how much there is of it, and what can be done with it. */
export function ClaimFilePart(props: ClaimFilePartProps) {
  const { format } = useI18n();
  return (
    <Box
      component="section"
      aria-label={props.title}
      className={props.className ?? ''}
      sx={{ minWidth: 0, ...(props.isInline === true ? { display: 'flex', gap: 2 } : {}) }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'baseline',
          gap: 2,
          ...(props.isInline === true ? { flex: 'none' } : { mb: 0.5 }),
        }}
      >
        <Typography variant="h3" component="h2" noWrap>
          {props.title}
        </Typography>
        <Typography component="span" variant="caption" sx={{ flex: 1 }}>
          {props.count !== undefined && props.count > 0 && format.count(props.count)}
        </Typography>
        {props.aside}
      </Box>
      {props.children}
    </Box>
  );
}
