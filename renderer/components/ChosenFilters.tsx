import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { ListFilter, X } from 'lucide-react';
import type { RefObject } from 'react';
import { useI18n } from '../app/locale/i18n.ts';

interface ChosenFilter {
  key: string;
  /** The condition as a sentence. */
  words: string;
  /** What pressing it does, for who does not see it; where there is none its words say it. */
  name?: string;
  onOpen(at: HTMLElement): void;
  onRemove(): void;
}

interface Props {
  chosen: readonly ChosenFilter[];
  /** The button that adds one, which has the focus once one is gone. */
  add: RefObject<HTMLButtonElement | null>;
  onAdd(): void;
  onClear(): void;
}

/** The conditions of a list, a chip each, the button that adds one, and where there are any the one that takes all away. */
export function ChosenFilters({ chosen, add, onAdd, onClear }: Props) {
  const { t } = useI18n();
  const thenFocus = (change: () => void) => () => {
    change();
    add.current?.focus();
  };
  return (
    <>
      {chosen.map(({ key, words, name, onOpen, onRemove }) => (
        <Chip
          key={key}
          size="small"
          variant="outlined"
          label={words}
          title={words}
          {...(name === undefined ? {} : { 'aria-label': name })}
          onClick={(event) => onOpen(event.currentTarget)}
          onDelete={thenFocus(onRemove)}
          deleteIcon={<X size={13} />}
          sx={{
            maxWidth: 340,
            height: 28,
            borderRadius: 1,
            '& .MuiChip-label': { px: 2 },
            '& .MuiChip-deleteIcon': { m: 0, mr: 1.5 },
          }}
        />
      ))}
      <Button
        ref={add}
        size="small"
        variant="text"
        startIcon={<ListFilter size={14} aria-hidden />}
        aria-keyshortcuts="F"
        aria-haspopup="dialog"
        onClick={onAdd}
        sx={{ minHeight: 28, py: 0 }}
      >
        {t('queue.filter.add')}
      </Button>
      {chosen.length > 0 && (
        <Button size="small" variant="text" onClick={thenFocus(onClear)} sx={{ minHeight: 28, py: 0 }}>
          {t('queue.filter.clear')}
        </Button>
      )}
    </>
  );
}
