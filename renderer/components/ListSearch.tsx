import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import { Search, X } from 'lucide-react';
import { useI18n } from '../app/locale/i18n.ts';

/** Narrows the list below it while it is typed. */
export function ListSearch(props: {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const { t } = useI18n();
  return (
    <OutlinedInput
      fullWidth
      type="search"
      value={props.value}
      placeholder={props.placeholder}
      onChange={(event) => props.onChange(event.target.value)}
      inputProps={{ 'aria-label': props.label, maxLength: 200 }}
      startAdornment={<Search size={14} aria-hidden />}
      endAdornment={
        props.value !== '' && (
          <IconButton size="small" aria-label={t('frame.search.clear')} onClick={() => props.onChange('')}>
            <X size={14} />
          </IconButton>
        )
      }
    />
  );
}
