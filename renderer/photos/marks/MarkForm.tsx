import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type KeyboardEvent, useState } from 'react';
import { useI18n } from '../../app/locale/i18n.ts';
import { TextField } from '../../components/FormFields.tsx';

type Props = {
  label: string;
  save: string;
  discard: string;
  text?: string;
  /** A mark may stand without words; a note is nothing but its words. */
  needsText: boolean;
  busy: boolean;
  onSave: (text: string) => void;
  onDiscard: () => void;
};

/** The words of a mark or note: Control and Enter saves them, Escape lets them be. */
export function MarkForm({
  label,
  save,
  discard,
  text: first = '',
  needsText,
  busy,
  onSave,
  onDiscard,
}: Props) {
  const { t } = useI18n();
  const [text, setText] = useState(first);
  const may = !busy && (!needsText || text.trim() !== '');
  const send = () => {
    if (may) onSave(text.trim());
  };
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        if (event.key === 'Escape') {
          // It lets the words be, and does not close the photo.
          event.stopPropagation();
          onDiscard();
        }
      }}
      sx={{ display: 'grid', gap: 2 }}
    >
      <TextField
        label={label}
        placeholder={t('photos.marks.placeholder')}
        value={text}
        onChange={setText}
        rows={2}
        maxLength={2000}
        autoFocus
      />
      <Box sx={{ display: 'flex', gap: 2 }}>
        <Button type="submit" variant="contained" disabled={!may}>
          {save}
        </Button>
        <Button variant="text" color="inherit" onClick={onDiscard}>
          {discard}
        </Button>
      </Box>
    </Box>
  );
}
