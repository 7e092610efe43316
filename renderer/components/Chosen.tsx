import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { useId } from 'react';

/** One of many, from a menu, with its label above. */
export function SelectField<Value extends string>(props: {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  wrong?: string | null;
  width?: number | string;
}) {
  const id = useId();
  return (
    <Box sx={{ width: props.width ?? '100%', minWidth: 0 }}>
      <Box
        component="label"
        id={`${id}-label`}
        sx={(theme) => ({ ...theme.typography.body2, fontWeight: 500, display: 'block', mb: 1 })}
      >
        {props.label}
      </Box>
      <Select
        fullWidth
        displayEmpty
        value={props.value}
        labelId={`${id}-label`}
        error={props.wrong != null}
        onChange={(event) => {
          const picked = props.options.find(({ value }) => value === event.target.value);
          if (picked !== undefined) props.onChange(picked.value);
        }}
      >
        {props.options.map(({ value, label }) => (
          <MenuItem key={value} value={value}>
            {label}
          </MenuItem>
        ))}
      </Select>
      {props.wrong != null && <FormHelperText error>{props.wrong}</FormHelperText>}
    </Box>
  );
}
