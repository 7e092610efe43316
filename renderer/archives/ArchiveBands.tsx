import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import {
  Archive,
  CircleCheck,
  CloudOff,
  FileWarning,
  FileX2,
  ShieldAlert,
  ShieldCheck,
  ShieldQuestion,
  X,
} from 'lucide-react';
import { useState } from 'react';
import type { DamagedPart, OpenedArchive } from '#shared/contract/archives.ts';
import { Banner } from '../app/frame/Banner.tsx';
import { useConnectionState } from '../app/live/connection-state.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useStatus } from '../app/status.ts';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';
import { percentOf } from '../components/progress.ts';
import { Tooltip } from '../components/Tooltip.tsx';
import { useDamagedRecords } from './damaged-records.ts';

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
      {archive?.isLost === true && (
        <Banner tone="refusal" icon={FileX2}>
          {t('archives.lost')}
        </Banner>
      )}
      {archive?.isCutOff === true && (
        <Banner tone="waiting" icon={FileWarning}>
          {t('archives.cutOff')}
        </Banner>
      )}
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
      <Verdict archive={archive} />
      <Signature archive={archive} />
      <Tooltip title={t('archives.close')}>
        <IconButton aria-label={t('archives.close')} size="small" onClick={() => void close()}>
          <X size={15} aria-hidden />
        </IconButton>
      </Tooltip>
    </>
  );
}

/** How far it was looked at behind what is shown, and then that all of it is whole; what is damaged has a band of its own. */
function Verdict({
  archive: { kind, checking, damagedCount, isCutOff, isLost },
}: {
  archive: OpenedArchive;
}) {
  const { t } = useI18n();
  if (kind !== 'bundle' || isLost || (checking === null && (damagedCount > 0 || isCutOff))) return null;
  const percent = checking === null ? null : percentOf(checking);
  return (
    <Tooltip title={t(checking === null ? 'archives.explain.whole' : 'archives.explain.checking')}>
      <Box
        component="span"
        tabIndex={0}
        sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5, whiteSpace: 'nowrap', fontWeight: 550 }}
      >
        {checking === null ? (
          <CircleCheck size={15} aria-hidden />
        ) : (
          <CircularProgress size={13} aria-hidden color="inherit" />
        )}
        {checking === null ? t('archives.whole') : t('archives.checking', { percent: percent ?? 0 })}
      </Box>
    </Tooltip>
  );
}

const signatureIcons = {
  good: ShieldCheck,
  none: ShieldQuestion,
  bad: ShieldAlert,
  lost: ShieldQuestion,
} as const;

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

/** What a person knows it by, and its name in the archive for whoever looks after that. */
function DamagedName({ damaged: { part, records, filename } }: { damaged: DamagedPart }) {
  const { t } = useI18n();
  const owners = useDamagedRecords()(records);
  const words =
    filename === null || owners === ''
      ? (filename ?? owners)
      : t('archives.damagedFile', { filename, owners });
  return (
    <>
      {words !== '' && <>{words} · </>}
      <PlainCode value={part} />
    </>
  );
}

/** How much of it is damaged, and which parts by their names. */
function Damage({ archive: { damaged, damagedCount, checking } }: { archive: OpenedArchive }) {
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
      {t(checking === null ? 'archives.damaged' : 'archives.damagedSoFar', { count: damagedCount })}
      {isOpen && (
        <Box component="ul" sx={{ my: 1, maxHeight: 160, overflowY: 'auto' }}>
          {damaged.map((one) => (
            <li key={one.part}>
              <DamagedName damaged={one} />
            </li>
          ))}
          {more > 0 && <li>{t('archives.moreDamaged', { count: more })}</li>}
        </Box>
      )}
    </Banner>
  );
}
