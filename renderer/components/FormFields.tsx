import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import Switch from '@mui/material/Switch';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { type ReactNode, type Ref, useId } from 'react';

export type TextInputProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  help?: ReactNode;
  /** What is wrong: the value cannot be kept. */
  wrong?: string | null;
  /** What is odd: the value can be kept all the same. */
  odd?: string | null;
  placeholder?: string;
  type?: 'text' | 'email' | 'number' | 'date';
  code?: boolean;
  rows?: number;
  maxLength?: number;
  width?: number | string;
  autoFocus?: boolean;
  inputRef?: Ref<HTMLInputElement | HTMLTextAreaElement>;
  onBlur?: () => void;
};

/** A field with its label above and what there is to say of it below. */
export function TextField(props: TextInputProps) {
  const id = useId();
  const said = props.wrong ?? props.odd ?? props.help;
  return (
    <Box sx={{ width: props.width ?? '100%', minWidth: 0 }}>
      <Box
        component="label"
        htmlFor={id}
        sx={(theme) => ({ ...theme.typography.body2, fontWeight: 500, display: 'block', mb: 1 })}
      >
        {props.label}
      </Box>
      <OutlinedInput
        id={id}
        fullWidth
        type={props.type ?? 'text'}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
        onBlur={props.onBlur}
        error={props.wrong != null}
        multiline={props.rows !== undefined}
        {...(props.rows !== undefined ? { minRows: props.rows, maxRows: 8 } : {})}
        {...(props.placeholder !== undefined ? { placeholder: props.placeholder } : {})}
        {...(props.inputRef !== undefined ? { inputRef: props.inputRef } : {})}
        {...(props.autoFocus === true ? { autoFocus: true } : {})}
        inputProps={{
          'aria-describedby': said == null ? undefined : `${id}-said`,
          ...(props.maxLength === undefined ? {} : { maxLength: props.maxLength }),
        }}
        sx={props.code === true ? (theme) => ({ fontFamily: theme.perito.code, fontSize: 13 }) : {}}
      />
      {said != null && (
        <FormHelperText
          id={`${id}-said`}
          error={props.wrong != null}
          sx={props.wrong == null && props.odd != null ? { color: 'warning.main' } : {}}
        >
          {said}
        </FormHelperText>
      )}
    </Box>
  );
}

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

/** Something that is on or off, with what it means below. */
export function SwitchField(props: {
  label: string;
  about?: string;
  value: boolean;
  onChange: (value: boolean) => void;
}) {
  const id = useId();
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-start' }}>
      <Switch
        id={id}
        size="small"
        checked={props.value}
        onChange={(_, checked) => props.onChange(checked)}
        slotProps={{
          input: {
            role: 'switch',
            ...(props.about === undefined ? {} : { 'aria-describedby': `${id}-about` }),
          },
        }}
        sx={{ mt: -0.5 }}
      />
      <Box sx={{ minWidth: 0 }}>
        <Box
          component="label"
          htmlFor={id}
          sx={(theme) => ({ ...theme.typography.body2, fontWeight: 500, cursor: 'pointer' })}
        >
          {props.label}
        </Box>
        {props.about !== undefined && (
          <Typography variant="caption" component="p" id={`${id}-about`}>
            {props.about}
          </Typography>
        )}
      </Box>
    </Box>
  );
}

/** One of a few, all in sight. */
export function ToggleGroup<Value extends string>(props: {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={props.label}
      value={props.value}
      onChange={(_, value: Value | null) => {
        if (value !== null) props.onChange(value);
      }}
    >
      {props.options.map((option) => (
        <ToggleButton key={option.value} value={option.value}>
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
