import IconButton from '@mui/material/IconButton';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { Calendar } from 'lucide-react';
import { useRef, useState } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from './Box.tsx';
import { readTypedDay, typedDay } from './typed-day.ts';

type Props = Omit<OutlinedInputProps, 'value' | 'onChange' | 'type' | 'endAdornment'> & {
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  onChange: (day: string) => void;
  /** Whether what was typed, and left, is no day. */
  onFault: (isFault: boolean) => void;
};

/**
 * A day, typed in the order of Perito's language: a browser's own date field goes by the browser's. Its calendar is the browser's
 * still. What is typed and is no day says nothing until it is one.
 */
export function DateInput({ value, onChange, onFault, onBlur, inputProps, ...props }: Props) {
  const { t, locale } = useI18n();
  const [typed, setTyped] = useState<{ text: string; day: string } | null>(null);
  const calendar = useRef<HTMLInputElement>(null);
  // Another day came from elsewhere, or the language changed: what was typed is past.
  const shown = typed !== null && typed.day === value ? typed.text : typedDay(value, locale);
  return (
    <OutlinedInput
      {...props}
      type="text"
      value={shown}
      placeholder={t('common.dayForm')}
      onChange={(event) => {
        const { value: text } = event.target;
        const day = readTypedDay(text, locale) ?? '';
        setTyped({ text, day });
        onFault(false);
        onChange(day);
      }}
      onBlur={(event) => {
        if (value !== '') setTyped(null);
        onFault(value === '' && shown.trim() !== '');
        onBlur?.(event);
      }}
      inputProps={{ ...inputProps, inputMode: 'numeric', autoComplete: 'off', maxLength: 12 }}
      endAdornment={
        <Box component="span" sx={{ position: 'relative', flex: 'none' }}>
          <input
            ref={calendar}
            type="date"
            tabIndex={-1}
            aria-hidden
            value={value}
            onChange={(event) => {
              setTyped(null);
              onFault(false);
              onChange(event.target.value);
            }}
            style={{ position: 'absolute', inset: 0, width: '100%', opacity: 0, pointerEvents: 'none' }}
          />
          <IconButton
            size="small"
            aria-label={t('common.openCalendar')}
            onClick={() => calendar.current?.showPicker()}
          >
            <Calendar size={14} />
          </IconButton>
        </Box>
      }
    />
  );
}
