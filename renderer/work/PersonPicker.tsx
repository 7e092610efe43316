import Autocomplete from '@mui/material/Autocomplete';
import InputBase from '@mui/material/InputBase';
import Popover from '@mui/material/Popover';
import type { PopperProps } from '@mui/material/Popper';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { useColleagues } from './colleagues.ts';

type Props = {
  /** What it opens at; null while it is closed. */
  anchor: HTMLElement | null;
  label: string;
  /** Whose it is now; null where it is nobody's. */
  value: number | null;
  onPick: (person: number | null) => void;
  onClose: () => void;
};

/** Chooses a person by typing a part of the name, or takes back what somebody has. */
export function PersonPicker({ anchor, label, ...props }: Props) {
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      transitionDuration={0}
      onClose={props.onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: {
          variant: 'outlined',
          role: 'dialog',
          'aria-label': label,
          sx: { width: 280, maxWidth: 'calc(100vw - 32px)', mt: 1, p: 2 },
        },
      }}
    >
      {anchor !== null && <People label={label} {...props} />}
    </Popover>
  );
}

type Entry = { id: number | null; label: string };

function People({ label, value, onPick, onClose }: Omit<Props, 'anchor'>) {
  const { t } = useI18n();
  const { assignable, me } = useColleagues();
  const [text, setText] = useState('');
  const entries: Entry[] = [
    ...assignable.map(({ id, name }) => ({
      id,
      label: id === me ? t('work.person.me', { name }) : name,
    })),
    ...(value === null ? [] : [{ id: null, label: t('work.person.nobody') }]),
  ];
  return (
    <Autocomplete
      open
      autoHighlight
      clearOnBlur={false}
      value={null as Entry | null}
      inputValue={text}
      onInputChange={(_, typed, reason) => {
        if (reason === 'input') setText(typed);
      }}
      onChange={(_, entry) => {
        if (entry === null) return;
        onClose();
        if (entry.id !== value) onPick(entry.id);
      }}
      onClose={(_, reason) => reason === 'escape' && onClose()}
      options={entries}
      getOptionKey={({ id }) => String(id)}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      noOptionsText={t('work.person.none')}
      slots={{ popper: InPlace, paper: Box }}
      slotProps={{ listbox: { sx: { maxHeight: 'min(320px, 50vh)', p: 0 } } }}
      renderInput={({ slotProps }) => (
        <InputBase
          ref={slotProps.input.ref}
          autoFocus
          fullWidth
          placeholder={t('work.person.find')}
          inputProps={{ ...slotProps.htmlInput, 'aria-label': label, maxLength: 100 }}
          sx={{
            typography: 'body2',
            border: 1,
            borderColor: 'lineStrong',
            borderRadius: 1,
            px: 2.5,
            py: 1,
            mb: 1,
          }}
        />
      )}
      renderOption={({ key, ...option }, entry) => (
        <Box
          component="li"
          key={key}
          {...option}
          aria-selected={entry.id === value}
          sx={{
            typography: 'body2',
            display: 'flex',
            gap: 2,
            minHeight: '32px !important',
            px: '10px !important',
          }}
        >
          <span>{entry.label}</span>
          {entry.id === value && <Check size={14} aria-hidden style={{ marginLeft: 'auto' }} />}
        </Box>
      )}
    />
  );
}

/** The list of an Autocomplete below its field, in the same sheet. */
function InPlace({ children }: PopperProps) {
  return (
    <Box sx={{ '& .MuiAutocomplete-noOptions': { typography: 'body2', px: 2.5 } }}>
      {typeof children === 'function' ? null : children}
    </Box>
  );
}
