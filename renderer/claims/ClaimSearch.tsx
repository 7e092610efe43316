import OutlinedInput from '@mui/material/OutlinedInput';
import { Search } from 'lucide-react';
import { useWords } from '../app/locale/i18n.ts';

/** Narrows the claims to those of a number, or of words of their records. */
export function ClaimSearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useWords();
  return (
    <OutlinedInput
      fullWidth
      type="search"
      value={value}
      placeholder={t('claims.searchPlaceholder')}
      onChange={(event) => onChange(event.target.value)}
      inputProps={{ 'aria-label': t('claims.search'), maxLength: 200 }}
      startAdornment={<Search size={14} aria-hidden />}
    />
  );
}
