import OutlinedInput from '@mui/material/OutlinedInput';
import { Search } from 'lucide-react';

/** Narrows the list below it while it is typed. */
export function ListSearch(props: {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <OutlinedInput
      fullWidth
      type="search"
      value={props.value}
      placeholder={props.placeholder}
      onChange={(event) => props.onChange(event.target.value)}
      inputProps={{ 'aria-label': props.label, maxLength: 200 }}
      startAdornment={<Search size={14} aria-hidden />}
    />
  );
}
