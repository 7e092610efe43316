import Button from '@mui/material/Button';
import { ChevronDown, UserRound, UserRoundPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useKeys } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useMay } from '../app/read-only.tsx';
import { Box } from '../components/Box.tsx';
import { Kbd } from '../components/Kbd.tsx';
import { Tooltip } from '../components/Tooltip.tsx';
import { Typography } from '../components/Typography.tsx';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';
import { initialsOf, useColleagues } from './colleagues.ts';
import { PersonPicker } from './PersonPicker.tsx';

type Props = {
  /** Whose it is; null where it is nobody's. */
  value: number | null;
  /** When it became so, and by whom, in words. */
  since?: string | null;
  onAssign: (person: number | null) => void;
};

/** Whose a record or a claim is. M takes it, or gives it back; Shift+M gives it to somebody else. */
export function AssignmentField({ value, since = null, onAssign }: Props) {
  const { t } = useI18n();
  const { me, nameOf } = useColleagues();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const field = useRef<HTMLDivElement>(null);
  const may = useMay('work.assign');
  const take = () => {
    if (me !== null) onAssign(value === me ? null : me);
  };
  const choose = () => setAnchor(field.current);
  useKeys(
    may
      ? {
          m: { label: t('frame.keys.assignToMe'), run: take },
          'shift m': { label: t('work.assign.to'), run: choose },
        }
      : {},
  );
  const words =
    value === null
      ? null
      : value === me
        ? t('work.assign.mine')
        : t('work.assign.of', { name: nameOf(value) });
  if (!may) return words === null ? null : <Typography variant="caption">{words}</Typography>;
  return (
    <Box ref={field} sx={{ display: 'inline-flex', minWidth: 0 }}>
      {words === null ? (
        <>
          <Button
            size="small"
            startIcon={<UserRoundPlus size={14} />}
            onClick={take}
            aria-keyshortcuts="M"
            sx={{ borderTopRightRadius: 0, borderBottomRightRadius: 0 }}
          >
            {t('work.assign.toMe')}
            <Kbd gap>M</Kbd>
          </Button>
          <Button
            size="small"
            aria-label={t('work.assign.to')}
            aria-haspopup="dialog"
            aria-keyshortcuts="Shift+M"
            onClick={choose}
            sx={{ minWidth: 28, px: 1, ml: '-1px', borderTopLeftRadius: 0, borderBottomLeftRadius: 0 }}
          >
            <ChevronDown size={14} aria-hidden />
          </Button>
        </>
      ) : (
        <Tooltip title={since ?? ''}>
          <Button
            size="small"
            variant="text"
            color="inherit"
            startIcon={<UserRound size={14} />}
            endIcon={<ChevronDown size={14} />}
            aria-haspopup="dialog"
            aria-keyshortcuts="M Shift+M"
            onClick={choose}
            sx={{
              minWidth: 0,
              ml: -1.5,
              px: 1.5,
              '& > .words': { overflow: 'hidden', textOverflow: 'ellipsis' },
            }}
          >
            <span className="words">{words}</span>
          </Button>
        </Tooltip>
      )}
      <PersonPicker
        anchor={anchor}
        label={t('work.assign.to')}
        value={value}
        onPick={onAssign}
        onClose={() => setAnchor(null)}
      />
    </Box>
  );
}

/** Whose it is, in a row of a list: initials, all of the name to be heard and on hover. Nothing where it is nobody's. */
export function AssigneeSign({ person }: { person: number | null }) {
  const { t } = useI18n();
  const { me, nameOf } = useColleagues();
  if (person === null) return null;
  const isMine = person === me;
  const words = isMine ? t('work.assign.mine') : t('work.assign.of', { name: nameOf(person) });
  return (
    <Box
      component="span"
      className="sign"
      title={words}
      sx={{
        fontSize: 11,
        lineHeight: '16px',
        fontWeight: 600,
        px: 1,
        borderRadius: 2,
        border: 1,
        borderColor: isMine ? 'accent.edge' : 'neutral.edge',
        bgcolor: isMine ? 'accent.soft' : 'neutral.soft',
        color: isMine ? 'accent.main' : 'neutral.main',
      }}
    >
      <span aria-hidden>{isMine ? t('work.assign.me') : initialsOf(nameOf(person))}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </Box>
  );
}

/** The same in a cell of a table, by name. */
export function AssigneeName({ person }: { person: number | null }) {
  const { t } = useI18n();
  const { me, nameOf } = useColleagues();
  if (person === null) return null;
  const name = person === me ? t('work.assign.me') : nameOf(person);
  return (
    <span className="cut" title={nameOf(person)}>
      {name}
    </span>
  );
}
