import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ClaimFileKey } from '#shared/contract/claims.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { isReadOnly } from '../app/read-only.tsx';
import { claimFilePath, isOpenable } from '../claims/paths.ts';
import { Box } from '../components/Box.tsx';
import { Code } from '../components/Code.tsx';
import { Field } from '../components/Fields.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { Tooltip } from '../components/Tooltip.tsx';

/** The children, or a dash whose tooltip says that no value was received. */
export function OrNone({ children }: { children: ReactNode }) {
  const { t } = useI18n();
  return children === null || children === undefined || children === '' ? (
    <span title={t('records.facts.absent')}>{t('common.none')}</span>
  ) : (
    children
  );
}

/** An id of the marketplace or of Perito, copied with one click. */
export function CopiedId({ value, label }: { value: string | number | null; label: string }) {
  return value === null || value === '' ? (
    <OrNone>{null}</OrNone>
  ) : (
    <Code value={String(value)} label={label} />
  );
}

/** Shows an ISO instant relative to now; a text that is no instant is shown unchanged. */
export function Instant({ value }: { value: string | null }) {
  if (value === null) return <OrNone>{null}</OrNone>;
  return Number.isNaN(Date.parse(value)) ? value : <RelativeTime at={value} />;
}

/** A company or person: the name, and below it the RNC, or the Cédula where it has eleven digits. */
export function Company({ name, taxId }: { name: string | null; taxId: string | null }) {
  const { t } = useI18n();
  const label = t(
    /^\d{11}$/.test(taxId?.replaceAll('-', '') ?? '') ? 'records.facts.cedula' : 'records.facts.taxId',
  );
  return (
    <>
      <OrNone>{name === null || name === '' ? null : <PartyName name={name} taxId={taxId} />}</OrNone>
      {taxId !== null && taxId !== '' && (
        <>
          <br />
          {label} <Code value={taxId} label={label} />
        </>
      )}
    </>
  );
}

/** A company's name, which leads to its scorecard where there is one: an archive counts nothing. */
function PartyName({ name, taxId }: { name: string; taxId: string | null }) {
  const digits = taxId?.replaceAll(/\D/g, '') ?? '';
  return digits === '' || isReadOnly() ? (
    name
  ) : (
    // As high as a pointer needs it (WCAG 2.2, 2.5.8).
    <Box component="span" sx={{ '& a': { display: 'inline-flex', alignItems: 'center', minHeight: 24 } }}>
      <TextLink href={`/figures/parties/${digits}`}>{name}</TextLink>
    </Box>
  );
}

/** A link to another screen, within a text. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Box
      component={Link}
      href={href}
      sx={{ color: 'primary.main', textDecoration: 'none', '&:hover': { textDecoration: 'underline' } }}
    >
      {children}
    </Box>
  );
}

type ClaimFileLinkProps = { by: ClaimFileKey; value: string | number | null; label: string };

/** A key that records share, copied with one click; where it opens a claim file, the link stands beside it. */
export function ClaimFileLink({ by, value, label }: ClaimFileLinkProps) {
  const { t } = useI18n();
  const text = String(value ?? '');
  if (text.trim() === '') return <OrNone>{null}</OrNone>;
  if (!isOpenable(text)) return <Code value={text} label={label} />;
  const linkLabel = t(by === 'claimNumber' ? 'records.facts.openClaim' : 'records.facts.openClaimFile', {
    what: label,
    number: text,
  });
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', maxWidth: '100%' }}>
      <Code value={text} label={label} />
      <Tooltip title={linkLabel}>
        <Box
          component={Link}
          href={claimFilePath(by, text)}
          aria-label={linkLabel}
          sx={{ color: 'primary.main', lineHeight: 0, p: 1.25, my: -1.25, borderRadius: 1 }}
        >
          <ArrowUpRight size={14} aria-hidden />
        </Box>
      </Tooltip>
    </Box>
  );
}

/** The claim number and the tender, each with a link to its claim file. */
export function ClaimAndTender({ claim, tender }: { claim: string | null; tender: number | null }) {
  const { t } = useI18n();
  return (
    <>
      <Field label={t('records.facts.claim')} at="/insuranceClaimNumber">
        <ClaimFileLink by="claimNumber" value={claim} label={t('records.facts.claim')} />
      </Field>
      <Field label={t('records.facts.tender')} at="/requestId">
        <ClaimFileLink by="requestId" value={tender} label={t('records.facts.tender')} />
      </Field>
    </>
  );
}
