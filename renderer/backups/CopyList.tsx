import Button from '@mui/material/Button';
import { Building2, HardDrive } from 'lucide-react';
import { useState } from 'react';
import type { CopiesOfInstallation, RestorableCopy } from '#shared/contract/backups.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { Choice, type ChoiceOption } from '../components/Choice.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { Typography } from '../components/Typography.tsx';
import { inOrder, instantOfName } from './backup-state.ts';
import { useAge, useMoment } from './use-backups.ts';

/** So many are shown before the older ones are asked for. */
const shownAtFirst = 6;

/** What stands for the second copy, which has no name. */
const secondCopy = '';

type Props = {
  installation: CopiesOfInstallation;
  chosen: { name: string | null } | null;
  onChoose: (name: string | null) => void;
};

/** The copies of an installation: the second copy, then its backups from the newest on. */
export function CopyList({ installation, chosen, onChoose }: Props) {
  const { t, format } = useI18n();
  const [isWhole, setWhole] = useState(false);
  const optionOf = useCopyOption();
  const { company, isThisOne } = installation;
  const copies = inOrder(installation.copies);
  const shown = isWhole || copies.length <= shownAtFirst + 1 ? copies : copies.slice(0, shownAtFirst);
  const older = copies.length - shown.length;
  const name = company === '' ? t('backups.restore.unnamed') : company;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Typography variant="body2" sx={{ fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <StateChip
          tone={isThisOne ? 'neutral' : 'waiting'}
          icon={isThisOne ? HardDrive : Building2}
          label={t(isThisOne ? 'backups.restore.isThisOne' : 'backups.restore.isOther')}
        />
      </Box>
      <Choice
        label={name}
        value={chosen === null ? null : (chosen.name ?? secondCopy)}
        options={shown.map(optionOf)}
        onChange={(value) => onChoose(value === secondCopy ? null : value)}
      />
      {older > 0 && (
        <Box>
          <Button variant="text" onClick={() => setWhole(true)}>
            {t('backups.restore.more', { count: older, copies: format.count(older) })}
          </Button>
        </Box>
      )}
    </Box>
  );
}

/** A copy as something to choose: when it was made, up to when it goes, and what it has. */
function useCopyOption(): (copy: RestorableCopy) => ChoiceOption {
  const { t, format } = useI18n();
  const age = useAge();
  const moment = useMoment();
  return ({ name, arrivalsUntil, entries, backup, problem }) => {
    const holds = t('backups.restore.entries', { count: entries, entries: format.count(entries) });
    const until =
      arrivalsUntil === null
        ? holds
        : `${holds}, ${t('backups.restore.until', { when: moment(arrivalsUntil) })}`;
    const made = name === null ? arrivalsUntil : (backup?.madeAt ?? instantOfName(name));
    return {
      value: name ?? secondCopy,
      title: name === null ? t('backups.restore.secondCopy') : moment(made ?? instantOfName(name)),
      text: (
        <>
          {problem !== null ? (
            <Box component="span" sx={{ color: 'refusal.main' }}>
              {t(`backups.problem.${problem.code}`)}
            </Box>
          ) : backup === null ? (
            until
          ) : (
            <>
              {t('backups.restore.contents', {
                records: format.count(backup.records),
                attachments: format.count(backup.attachments),
                bytes: format.bytes(backup.bytes),
              })}
              {' · '}
              {t(`backups.restore.cause.${backup.cause}`)}
              {!backup.hasDatabase && ` · ${t('backups.restore.noDatabase')}`}
            </>
          )}
        </>
      ),
      aside:
        made === null ? undefined : (
          <Typography
            variant="quiet"
            component="span"
            sx={{ flex: 'none', fontVariantNumeric: 'tabular-nums' }}
          >
            {age(made)}
          </Typography>
        ),
      disabled: problem !== null,
    };
  };
}
