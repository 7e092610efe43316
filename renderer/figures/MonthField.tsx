import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { useId, useMemo } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';

type Props = {
  label: string;
  /** `YYYY-MM`. */
  value: string;
  onChange: (month: string) => void;
  /** The year of the last that is offered. */
  lastYear: number;
  autoFocus?: boolean;
  error?: string | null;
};

/** No records are older where nobody imports any; a year that is chosen is offered all the same. */
const yearsBack = 10;

/** A month, by its name in the language of the program and its year. The browser's own field speaks the browser's language. */
export function MonthField({ label, value, onChange, lastYear, autoFocus = false, error = null }: Props) {
  const { t, locale } = useI18n();
  const id = useId();
  const [year = '', month = ''] = value.split('-');
  const names = useMemo(() => {
    const form = new Intl.DateTimeFormat(locale === 'en' ? 'en-US' : 'es-DO', {
      month: 'long',
      timeZone: 'UTC',
    });
    return Array.from({ length: 12 }, (_, index) => ({
      month: String(index + 1).padStart(2, '0'),
      name: form.format(Date.UTC(2026, index, 1)),
    }));
  }, [locale]);
  const years = new Set(Array.from({ length: yearsBack + 1 }, (_, back) => String(lastYear - back)));
  return (
    <Box role="group" aria-labelledby={`${id}-label`} sx={{ minWidth: 0 }}>
      <Box id={`${id}-label`} sx={{ typography: 'body2', fontWeight: 500, mb: 1 }}>
        {label}
      </Box>
      <Box sx={{ display: 'flex', gap: 2 }}>
        <Select
          value={month}
          autoFocus={autoFocus}
          error={error !== null}
          inputProps={{ 'aria-label': `${label}: ${t('figures.period.month')}` }}
          onChange={({ target }) => onChange(`${year}-${target.value}`)}
          sx={{ flex: 1, minWidth: 0 }}
        >
          {names.map((one) => (
            <MenuItem key={one.month} value={one.month}>
              {one.name}
            </MenuItem>
          ))}
        </Select>
        <Select
          value={year}
          error={error !== null}
          inputProps={{ 'aria-label': `${label}: ${t('figures.period.year')}` }}
          onChange={({ target }) => onChange(`${target.value}-${month}`)}
          sx={{ width: 92, flex: 'none' }}
        >
          {[...years.add(year)]
            .sort((one, other) => Number(other) - Number(one))
            .map((one) => (
              <MenuItem key={one} value={one}>
                {one}
              </MenuItem>
            ))}
        </Select>
      </Box>
      {error !== null && <FormHelperText error>{error}</FormHelperText>}
    </Box>
  );
}
