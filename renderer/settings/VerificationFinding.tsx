import Button from '@mui/material/Button';
import { useState } from 'react';
import type { AnchorSource, VerificationFinding, VerificationRemark } from '#shared/contract/verification.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useDamagedRecords } from '../archives/damaged-records.ts';
import { Box } from '../components/Box.tsx';
import { SystemWords, TechnicalData } from '../components/Fields.tsx';
import { Typography } from '../components/Typography.tsx';
import { AskRebuildDialog } from '../rebuild/RebuildBanners.tsx';

type Props = {
  finding: VerificationFinding;
  /** Of a journal that is not what was written nothing is made anew. */
  isJournalWhole: boolean;
};

/** One thing that is not what was written: what, and the way out. */
export function Finding({ finding, isJournalWhole }: Props) {
  const { t, format } = useI18n();
  const sentence = useSentence();
  const wayOut = (found: VerificationFinding): string => {
    if (found.code === 'placeUnreadable') {
      const { code } = found.problem;
      return `${t(`backups.problem.${code}`)} ${t(`backups.wayOut.${code}`)}`;
    }
    if ('restoredAt' in found && found.restoredAt !== null)
      return t('verification.restored', { at: format.exact(found.restoredAt) });
    if (isDerived(found) && !isJournalWhole) return t('verification.derivedOfBroken');
    return t(`verification.wayOut.${found.code}`);
  };
  return (
    <Box sx={{ pl: 3, borderLeft: 2, borderColor: 'refusal.edge' }}>
      <Typography variant="body1">{sentence(finding)}</Typography>
      <Box sx={{ display: 'flex', gap: 3, alignItems: 'center', mt: 0.5 }}>
        <Typography variant="quiet" sx={{ flex: 1 }}>
          {wayOut(finding)}
        </Typography>
        <Way finding={finding} isJournalWhole={isJournalWhole} />
      </Box>
      <Details finding={finding} />
    </Box>
  );
}

const isDerived = ({ code }: VerificationFinding) =>
  code === 'databaseDamaged' || code === 'derivedOtherwise';

function Way({ finding, isJournalWhole }: Props) {
  const { t } = useI18n();
  const [isAsking, setAsking] = useState(false);
  if (finding.code === 'contentLost')
    return (
      <Button size="small" component={Link} href="/settings/attachments">
        {t('verification.toContent')}
      </Button>
    );
  if (!isDerived(finding) || !isJournalWhole) return null;
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {t('rebuild.ask.open')}
      </Button>
      <AskRebuildDialog open={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

/** For whoever looks after the computer. */
function Details({ finding }: { finding: VerificationFinding }) {
  switch (finding.code) {
    case 'databaseDamaged':
    case 'journalFileDamaged':
      return <SystemWords text={finding.detail.join('\n')} />;
    case 'notChecked':
    case 'bundleUnreadable':
      return <SystemWords text={finding.detail} />;
    case 'placeUnreadable':
      return <SystemWords text={finding.problem.detail} />;
    case 'contentLost':
    case 'backupDamaged':
    case 'secondCopyDamaged':
    case 'bundleDamaged':
    case 'openToOthers':
      return <Lines lines={finding.first} />;
    default:
      return null;
  }
}

function Lines({ lines }: { lines: readonly string[] }) {
  const { t } = useI18n();
  if (lines.length === 0) return null;
  return (
    <TechnicalData title={t('common.technical')}>
      {lines.map((line) => (
        <Typography key={line} variant="body2" sx={{ fontFamily: 'code', overflowWrap: 'anywhere' }}>
          {line}
        </Typography>
      ))}
    </TechnicalData>
  );
}

/** What is to be known of a part, and is no fault. */
export function Remarks({ remarks }: { remarks: readonly VerificationRemark[] }) {
  const { t } = useI18n();
  return [...Map.groupBy(remarks, ({ code }) => code)].map(([code, some]) => (
    <Box key={code} sx={{ mt: 2 }}>
      <Typography variant="body2">{t(`verification.remark.${code}`, { count: some.length })}</Typography>
      <Lines lines={some.map(({ file }) => file)} />
    </Box>
  ));
}

/** Says in a sentence what was found. */
function useSentence(): (finding: VerificationFinding) => string {
  const { t, format } = useI18n();
  const which = useEntries();
  const where = useSource();
  const named = useDamagedRecords();
  return (finding) => {
    switch (finding.code) {
      case 'journalBroken':
        return t(`verification.finding.journalBroken.${finding.what}`, { which: which(finding) });
      case 'auditBroken':
        return t(`verification.finding.auditBroken.${finding.what}`, { which: which(finding) });
      case 'chainShorter':
      case 'chainOther': {
        const { code, chain, source, anchoredAt } = finding;
        return t(`verification.finding.${code}.${chain}`, {
          entry: format.count(finding.entry),
          ends: format.count(finding.ends),
          agreesUntil: format.count(finding.agreesUntil),
          source: where(source, anchoredAt),
        });
      }
      case 'numbersBehind':
        return t('verification.finding.numbersBehind', {
          sequence: finding.sequence.replace('{seq}', '…'),
          kept: format.count(finding.kept),
          last: format.count(finding.last),
        });
      case 'anchorsUnreadable':
        return t('verification.finding.anchorsUnreadable', {
          count: finding.lines,
          lines: format.count(finding.lines),
        });
      case 'derivedOtherwise':
        return t(`verification.finding.derivedOtherwise.${finding.disagreement}`, {
          rows: format.count(finding.count),
        });
      case 'contentLost':
        return t('verification.finding.contentLost', {
          checked: format.count(finding.checked),
          damaged: format.count(finding.damaged),
          missing: format.count(finding.missing),
        });
      case 'openToOthers':
        return t('verification.finding.openToOthers', {
          count: finding.count,
          files: format.count(finding.count),
        });
      case 'placeUnreadable':
        return finding.name === null
          ? t('verification.finding.placeUnreadable', { folder: finding.folder })
          : t('verification.finding.backupUnreadable', { folder: finding.folder, name: finding.name });
      case 'backupDamaged':
        return t('verification.finding.backupDamaged', {
          ...{ folder: finding.folder, name: finding.name },
          missing: format.count(finding.missing),
          damaged: format.count(finding.damaged),
        });
      case 'secondCopyDamaged':
        return t('verification.finding.secondCopyDamaged', {
          folder: finding.folder,
          missing: format.count(finding.missing),
          damaged: format.count(finding.damaged),
        });
      case 'bundleDamaged': {
        const said = t(`verification.finding.${finding.isCutOff ? 'bundleCutOff' : 'bundleDamaged'}`, {
          file: finding.file,
          faults: format.count(finding.faults),
          whole: format.count(finding.whole),
        });
        const records = named(finding.records);
        return records === '' ? said : t('verification.finding.bundleRecords', { finding: said, records });
      }
      case 'bundleReplaced':
        return t(`verification.finding.bundleReplaced.${finding.what}`, { file: finding.file });
      case 'bundleUnreadable':
        return t(`verification.finding.bundleUnreadable.${finding.problem}`, { file: finding.file });
      case 'databaseDamaged':
      case 'journalFileDamaged':
      case 'notChecked':
        return t(`verification.finding.${finding.code}`);
    }
  };
}

type Broken = Extract<VerificationFinding, { code: 'journalBroken' | 'auditBroken' }>;

const recordKinds = ['purchaseOrder', 'serviceOrder', 'incidentReport', 'financialDocument'] as const;
const entryKinds = ['ask', 'answer', 'outcome', 'lookup', 'rejected'] as const;

/** Those that are named; one of a newer version stands as it is. */
const actions = [
  'settings_changed',
  'record_noted',
  'record_reviewed',
  'record_unreviewed',
  'record_examinedAgain',
  'finding_acknowledged',
  'finding_acknowledgementWithdrawn',
  'cancellation_decided',
  'cancellation_withdrawn',
  'cancellation_closed',
  'cancellation_answered',
  'cancellation_callerGone',
  'cancellation_interrupted',
  'absence_seen',
  'rejected_seen',
  'rejected_unseen',
  'attachment_marked',
  'attachment_retried',
  'attachment_stored',
  'attachmentHost_decided',
  'content_damaged',
  'content_missing',
  'contents_released',
  'policies_imported',
  'policies_importFailed',
  'policies_importCancelled',
  'policies_added',
  'policies_corrected',
  'policies_removed',
  'receiverKey_added',
  'receiverKey_retired',
  'platformKey_given',
  'platformKey_forgotten',
  'certificatePassphrase_given',
  'certificatePassphrase_forgotten',
  'referenceList_accepted',
  'database_rebuilt',
  'verification_started',
] as const;

/** Names entries of a chain: which, what they are and when they came, as far as that is known. */
function useEntries(): (broken: Broken) => string {
  const { t, format } = useI18n();
  const kindOf = (kind: string): string => {
    const record = recordKinds.find((one) => one === kind);
    if (record !== undefined) return t(`records.kind.${record}`);
    const entry = entryKinds.find((one) => one === kind);
    if (entry !== undefined) return t(`verification.kind.${entry}`);
    const action = actions.find((one) => one === kind.replace('.', '_'));
    return action === undefined ? kind : t(`verification.action.${action}`);
  };
  return ({ entry, until, kind, at }) => {
    const numbers = { entry: format.count(entry), until: format.count(until) };
    const which = t(until > entry ? 'verification.entries' : 'verification.entry', numbers);
    const means = [...(kind === null ? [] : [kindOf(kind)]), ...(at === null ? [] : [format.exact(at)])].join(
      ', ',
    );
    return means === '' ? which : t('verification.entryMeans', { which, means });
  };
}

function useSource(): (source: AnchorSource, anchoredAt: string) => string {
  const { t, format } = useI18n();
  return (source, anchoredAt) => {
    const at = format.exact(anchoredAt);
    if (source.in === 'file') return t('verification.source.file', { at });
    if (source.in === 'bundle') return t('verification.source.bundle', { at, file: source.file });
    return t(`verification.source.${source.in}`, { at, folder: source.folder });
  };
}
