import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { Archive, CloudOff, FileWarning, ShieldAlert, ShieldCheck, ShieldQuestion, X } from 'lucide-react';
import { useState } from 'react';
import type { OpenedArchive } from '#shared/contract/archives.ts';
import { Banner } from '../app/frame/Banner.tsx';
import { useConnectionState } from '../app/live/connection-state.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useStatus } from '../app/status.ts';
import { PlainCode } from '../components/Code.tsx';

/** What is opened read-only, on every screen of it: its name, whose it is, whether it is signed, and what of it is damaged. */
export function ArchiveBands() {
  const { t } = useI18n();
  const archive = useStatus().data?.archive ?? null;
  const link = useConnectionState(({ state }) => state);
  return (
    <>
      {(link === 'lost' || link === 'signedOut') && (
        <Banner tone="refusal" icon={CloudOff}>
          {t(link === 'lost' ? 'archives.link.lost' : 'frame.link.signedOut')}
        </Banner>
      )}
      {archive !== null && <Name archive={archive} />}
      {archive !== null && archive.damagedCount > 0 && <Damage archive={archive} />}
    </>
  );
}

function Name({ archive }: { archive: OpenedArchive }) {
  const { t, format } = useI18n();
  const { kind, name, company, madeAt } = archive;
  const when = madeAt === null ? null : format.exact(madeAt);
  const about =
    when === null
      ? company
      : company === ''
        ? t('archives.about', { when })
        : t('archives.aboutCompany', { company, when });
  return (
    <Banner tone="archive" icon={Archive} action={<Actions archive={archive} />}>
      <Box component="strong" sx={{ color: 'archive.main', mr: 3, whiteSpace: 'nowrap' }}>
        {t(`archives.band.${kind}`)}
      </Box>
      <Box component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {name}
      </Box>
      {about !== '' && <> · {about}</>}
    </Banner>
  );
}

function Actions({ archive }: { archive: OpenedArchive }) {
  const { t } = useI18n();
  // Whatever came of it, the shell says how the archive stands.
  const close = () =>
    fetch('./close', { method: 'POST', credentials: 'same-origin' }).finally(() => window.location.reload());
  return (
    <>
      <Signature archive={archive} />
      <Tooltip title={t('archives.close')}>
        <IconButton aria-label={t('archives.close')} size="small" onClick={() => void close()}>
          <X size={15} aria-hidden />
        </IconButton>
      </Tooltip>
    </>
  );
}

const signatureIcons = { good: ShieldCheck, none: ShieldQuestion, bad: ShieldAlert } as const;

function Signature({ archive: { signature, keyFingerprint } }: { archive: OpenedArchive }) {
  const { t } = useI18n();
  if (signature === null) return null;
  const Icon = signatureIcons[signature];
  const explained = t(`archives.explain.${signature}`, { key: keyFingerprint ?? '' });
  return (
    <Tooltip title={explained}>
      <Box
        component="span"
        tabIndex={0}
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          gap: 1.5,
          whiteSpace: 'nowrap',
          fontWeight: 550,
          color: signature === 'bad' ? 'refusal.main' : 'text.primary',
        }}
      >
        <Icon size={15} aria-hidden />
        {t(`archives.signature.${signature}`)}
      </Box>
    </Tooltip>
  );
}

/** How much of it is damaged, and which parts by their names. */
function Damage({ archive: { damaged, damagedCount } }: { archive: OpenedArchive }) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const more = damagedCount - damaged.length;
  return (
    <Banner
      tone="waiting"
      icon={FileWarning}
      action={
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'archives.hideDamaged' : 'archives.showDamaged')}
        </Button>
      }
    >
      {t('archives.damaged', { count: damagedCount })}
      {isOpen && (
        <Box component="ul" sx={{ my: 1, maxHeight: 160, overflowY: 'auto' }}>
          {damaged.map((part) => (
            <li key={part}>
              <PlainCode value={part} />
            </li>
          ))}
          {more > 0 && <li>{t('archives.moreDamaged', { count: more })}</li>}
        </Box>
      )}
    </Banner>
  );
}
