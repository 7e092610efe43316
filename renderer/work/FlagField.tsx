import Button from '@mui/material/Button';
import { Flag } from 'lucide-react';
import { useRef, useState } from 'react';
import type { RecordRow } from '#shared/contract/records.ts';
import { useKeys } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useMay } from '../app/read-only.tsx';
import { Box } from '../components/Box.tsx';
import { Form, TextField } from '../components/FormFields.tsx';
import { Kbd } from '../components/Kbd.tsx';
import { Sheet } from '../components/Sheet.tsx';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';

type Flagged = Pick<RecordRow, 'flaggedAt' | 'flagWord'>;

const maxWord = 80;

/** The flag of a record, with a word for why; B raises it, changes its word and takes it off. */
export function FlagField({ row, onFlag }: { row: Flagged; onFlag: (word: string | null) => void }) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const open = () => setOpen(true);
  const may = useMay('work.setFlag');
  useKeys(may ? { b: { label: t('work.flag.flag'), run: open } } : {});
  const isFlagged = row.flaggedAt !== null;
  if (!may) return <FlagSign row={row} />;
  return (
    <>
      <Button
        ref={button}
        size="small"
        variant={isFlagged ? 'text' : 'outlined'}
        color={isFlagged ? 'warning' : 'primary'}
        startIcon={<Flag size={14} fill={isFlagged ? 'currentColor' : 'none'} />}
        aria-haspopup="dialog"
        aria-keyshortcuts="B"
        onClick={open}
        sx={{ minWidth: 0, '& > .words': { overflow: 'hidden', textOverflow: 'ellipsis' } }}
      >
        <span className="words">
          {isFlagged ? (row.flagWord ?? t('work.flag.flagged')) : t('work.flag.flag')}
          {isFlagged && row.flagWord !== null && <VisuallyHidden>{t('work.flag.change')}</VisuallyHidden>}
        </span>
        {!isFlagged && <Kbd gap>B</Kbd>}
      </Button>
      <Sheet
        open={isOpen}
        anchor={() => button.current}
        name={{ 'aria-label': t('work.flag.flag') }}
        width={320}
        padding={4}
        onClose={() => setOpen(false)}
      >
        {isOpen && (
          <WordForm
            row={row}
            onFlag={(word) => {
              setOpen(false);
              onFlag(word);
            }}
          />
        )}
      </Sheet>
    </>
  );
}

function WordForm({ row, onFlag }: { row: Flagged; onFlag: (word: string | null) => void }) {
  const { t } = useI18n();
  const [word, setWord] = useState(row.flagWord ?? '');
  return (
    <Form onSubmit={() => onFlag(word.trim())}>
      <TextField
        autoFocus
        label={t('work.flag.word')}
        placeholder={t('work.flag.example')}
        value={word}
        onChange={setWord}
        maxLength={maxWord}
      />
      <Box sx={{ display: 'flex', gap: 2, mt: 3 }}>
        <Button type="submit" variant="contained">
          {t(row.flaggedAt === null ? 'work.flag.flag' : 'work.flag.save')}
        </Button>
        {row.flaggedAt !== null && (
          <Button color="inherit" onClick={() => onFlag(null)}>
            {t('work.flag.takeOff')}
          </Button>
        )}
      </Box>
    </Form>
  );
}

/** The flag in a row or a cell, with its word; nothing where there is none. */
export function FlagSign({ row, maxWidth = 120 }: { row: Flagged; maxWidth?: number }) {
  const { t } = useI18n();
  if (row.flaggedAt === null) return null;
  const words =
    row.flagWord === null ? t('work.flag.flagged') : t('work.flag.flaggedWord', { word: row.flagWord });
  return (
    <Box
      component="span"
      className="sign"
      title={words}
      sx={{ color: 'warning.main', minWidth: 0, maxWidth, '& > svg': { flex: 'none' } }}
    >
      <Flag size={12} fill="currentColor" aria-hidden />
      {row.flagWord !== null && (
        <Box
          component="span"
          aria-hidden
          sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        >
          {row.flagWord}
        </Box>
      )}
      <VisuallyHidden>{words}</VisuallyHidden>
    </Box>
  );
}
