import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import InputBase from '@mui/material/InputBase';
import type { PopperProps } from '@mui/material/Popper';
import type { ReactNode } from 'react';
import { Box } from './Box.tsx';

/** A line to choose. */
export interface PickerEntry {
  key: string;
  label: string;
  /** What is said beside it, by which it is found too. */
  aside?: string;
  /** Under which heading it stands; empty under none. */
  group?: string;
  /** Whether it is chosen; undefined of what leads on. */
  isOn?: boolean;
}

interface Props<Entry extends PickerEntry> {
  entries: readonly Entry[];
  text: string;
  onText(text: string): void;
  onChoose(entry: Entry): void;
  onClose(): void;
  /** Whether it stays open when one is chosen. */
  staysOpen?: boolean;
  placeholder: string;
  /** Of the field in which somebody types. */
  label: string;
  /** Said where nothing is found. */
  nothing: string;
  /** What stands at the end of a line. */
  end(entry: Entry): ReactNode;
}

/** Lines of which one is chosen by typing a part of it, by keys or a press; in the sheet that it stands in. */
export function PickerList<Entry extends PickerEntry>(props: Props<Entry>) {
  const {
    entries,
    text,
    onText,
    onChoose,
    onClose,
    staysOpen = false,
    placeholder,
    label,
    nothing,
    end,
  } = props;
  return (
    <Autocomplete
      open
      autoHighlight
      disableCloseOnSelect={staysOpen}
      clearOnBlur={false}
      value={null as Entry | null}
      inputValue={text}
      onInputChange={(_, typed, reason) => {
        if (reason === 'input') onText(typed);
      }}
      onChange={(_, entry) => entry !== null && onChoose(entry)}
      onClose={(_, reason) => reason === 'escape' && onClose()}
      options={entries}
      filterOptions={createFilterOptions<Entry>({ stringify: labelAndAside })}
      {...(entries.some(({ group = '' }) => group !== '') ? { groupBy: groupOf } : {})}
      getOptionLabel={({ label: said }) => said}
      getOptionKey={({ key }) => key}
      isOptionEqualToValue={(one, other) => one.key === other.key}
      noOptionsText={nothing}
      slots={{ popper: InPlace, paper: Box }}
      slotProps={{ listbox: { sx: { maxHeight: 'min(320px, 50vh)', p: 0 } } }}
      renderInput={({ slotProps }) => (
        <InputBase
          ref={slotProps.input.ref}
          autoFocus
          fullWidth
          placeholder={placeholder}
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
      renderGroup={({ key, group, children }) => (
        <li key={key} {...(group === '' ? { role: 'presentation' } : { role: 'group', 'aria-label': group })}>
          {group !== '' && (
            <Box aria-hidden sx={{ typography: 'caption', fontWeight: 600, px: 2.5, pt: 2, pb: 1 }}>
              {group}
            </Box>
          )}
          <ul role="presentation">{children}</ul>
        </li>
      )}
      renderOption={({ key, ...option }, entry) => (
        <Box
          component="li"
          key={key}
          {...option}
          {...(entry.isOn === undefined ? {} : { 'aria-selected': entry.isOn })}
          sx={{
            typography: 'body2',
            display: 'flex',
            gap: 2,
            minHeight: '32px !important',
            px: '10px !important',
          }}
        >
          <span>{entry.label}</span>
          <Box component="span" sx={{ ml: 'auto', display: 'inline-flex', gap: 2, alignItems: 'center' }}>
            {entry.aside !== undefined && (
              <Box component="span" sx={{ typography: 'caption', fontFamily: 'code' }}>
                {entry.aside}
              </Box>
            )}
            {end(entry)}
          </Box>
        </Box>
      )}
    />
  );
}

const groupOf = ({ group = '' }: PickerEntry): string => group;
/** A company is found by its RNC too. */
const labelAndAside = ({ label, aside = '' }: PickerEntry): string => `${label} ${aside}`;

/** The list of an Autocomplete below its field, in the same sheet. */
function InPlace({ children }: PopperProps) {
  return (
    <Box sx={{ '& .MuiAutocomplete-noOptions': { typography: 'body2', px: 2.5 } }}>
      {typeof children === 'function' ? null : children}
    </Box>
  );
}
