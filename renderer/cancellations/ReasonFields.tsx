import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { type RefObject, useId } from 'react';
import { maxResponseText } from '../app/limits.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { TextField } from '../components/FormFields.tsx';

type Props = {
  text: string;
  onText: (text: string) => void;
  reasons: readonly string[];
  field: RefObject<HTMLTextAreaElement | HTMLInputElement | null>;
  tooLong: boolean;
};

/** A prepared reason, or one's own words. */
export function ReasonFields({ text, onText, reasons, field, tooLong }: Props) {
  const { t } = useI18n();
  const id = useId();
  const chosen = reasons.includes(text) ? text : '';
  return (
    <Box
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(180px, 280px) 1fr', gap: 4, alignItems: 'start' }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') field.current?.blur();
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Box
          component="label"
          id={`${id}-label`}
          sx={(theme) => ({ ...theme.typography.body2, fontWeight: 500, display: 'block', mb: 1 })}
        >
          {t('cancellations.verdict.reason')}
        </Box>
        <Select
          fullWidth
          displayEmpty
          value={chosen}
          labelId={`${id}-label`}
          onChange={(event) => {
            onText(event.target.value);
            if (event.target.value === '') setTimeout(() => field.current?.focus());
          }}
          renderValue={(value) => (value === '' ? t('cancellations.verdict.reasonNone') : value)}
          MenuProps={{ slotProps: { paper: { sx: { maxWidth: 480 } } } }}
        >
          {reasons.map((reason) => (
            <MenuItem key={reason} value={reason}>
              {reason}
            </MenuItem>
          ))}
          <MenuItem value="">{t('cancellations.verdict.reasonNone')}</MenuItem>
        </Select>
      </Box>
      <TextField
        label={t('cancellations.verdict.text')}
        value={text}
        onChange={onText}
        rows={1}
        placeholder={t('cancellations.verdict.textPlaceholder')}
        inputRef={(element: HTMLInputElement | HTMLTextAreaElement | null) => {
          field.current = element;
        }}
        wrong={tooLong ? t('cancellations.verdict.tooLong', { limit: maxResponseText }) : null}
        {...(text.length > maxResponseText * 0.8
          ? { help: t('cancellations.verdict.count', { used: text.length, limit: maxResponseText }) }
          : {})}
      />
    </Box>
  );
}
