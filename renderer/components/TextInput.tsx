import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput from '@mui/material/OutlinedInput';
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
