import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import Switch from '@mui/material/Switch';
import type { SxProps, Theme } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import {
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useId,
  useState,
} from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from './Box.tsx';
import { DateInput } from './DateInput.tsx';
import { Typography } from './Typography.tsx';

export type TextFieldProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  helperText?: ReactNode;
  /** An error keeps the value from being saved. */
  error?: string | null;
  /** A warning does not keep the value from being saved. */
  warning?: string | null;
  placeholder?: string;
  type?: 'text' | 'email' | 'number' | 'date' | 'time' | 'password';
  code?: boolean;
  rows?: number;
  maxLength?: number;
  width?: number | string;
  autoFocus?: boolean;
  inputRef?: Ref<HTMLInputElement | HTMLTextAreaElement>;
  /** What else the field says of itself. */
  inputProps?: InputHTMLAttributes<HTMLInputElement>;
  onBlur?: () => void;
};

type FormProps = {
  onSubmit: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  sx?: SxProps<Theme>;
  children: ReactNode;
};

/** A form whose fields Perito checks, not the browser. */
export function Form({ onSubmit, ...props }: FormProps) {
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      {...props}
    />
  );
}

/** A label above its field. */
const labelStyle = { typography: 'body2', fontWeight: 500, display: 'block', mb: 1 } as const;

/** A text field with its label above, and below it its error, warning or help. */
export function TextField(props: TextFieldProps) {
  const id = useId();
  const { t } = useI18n();
  const [isNoDay, setIsNoDay] = useState(false);
  const error = isNoDay ? t('common.noDay', { form: t('common.dayForm') }) : (props.error ?? null);
  const below = error ?? props.warning ?? props.helperText;
  const shared = {
    id,
    fullWidth: true,
    value: props.value,
    onBlur: props.onBlur,
    error: error !== null,
    ...(props.inputRef !== undefined ? { inputRef: props.inputRef } : {}),
    ...(props.autoFocus === true ? { autoFocus: true } : {}),
    inputProps: {
      ...props.inputProps,
      ...(props.rows === undefined
        ? {}
        : {
            // MUI's default, which a textarea does not have.
            type: undefined,
            style: {
              fieldSizing: 'content',
              minHeight: `${props.rows}lh`,
              maxHeight: `${mostRows}lh`,
            } as const,
          }),
      'aria-describedby': below == null ? undefined : `${id}-helper`,
      ...(props.maxLength === undefined ? {} : { maxLength: props.maxLength }),
    },
  };
  return (
    <Box sx={{ width: props.width ?? '100%', minWidth: 0 }}>
      <Box component="label" htmlFor={id} sx={labelStyle}>
        {props.label}
      </Box>
      {props.type === 'date' ? (
        <DateInput {...shared} onChange={props.onChange} onFault={setIsNoDay} />
      ) : (
        <OutlinedInput
          {...shared}
          type={props.type ?? 'text'}
          // What somebody types to show who they are is for no browser to keep: others use it as well.
          {...(props.type === 'password' ? { autoComplete: 'off' } : {})}
          onChange={(event) => props.onChange(event.target.value)}
          {...(props.rows === undefined
            ? {}
            : // The browser has it grow: what MUI does for that lays the page out three times over.
              { multiline: true, rows: props.rows, inputComponent: 'textarea' })}
          {...(props.placeholder !== undefined ? { placeholder: props.placeholder } : {})}
          sx={props.code === true ? { fontFamily: 'code', fontSize: 13 } : {}}
        />
      )}
      <Below id={id} error={error} warning={props.warning ?? null} text={below} />
    </Box>
  );
}

/** Up to which a field grows with its text. */
const mostRows = 8;

type BelowProps = { id: string; error: string | null; warning: string | null; text: ReactNode };

function Below({ id, error, warning, text }: BelowProps) {
  if (text == null) return null;
  return (
    <FormHelperText
      id={`${id}-helper`}
      error={error !== null}
      sx={error === null && warning !== null ? { color: 'warning.main' } : {}}
    >
      {text}
    </FormHelperText>
  );
}

type Choices<Value extends string> = {
  value: Value;
  options: readonly Value[];
  labelOf: (option: Value) => string;
  onChange: (value: Value) => void;
};

type SelectFieldProps<Value extends string> = Choices<Value> & {
  label: string;
  error?: string | null;
  width?: number | string;
  autoFocus?: boolean;
};

/** A menu with its label above. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const id = useId();
  return (
    <Box sx={{ width: props.width ?? '100%', minWidth: 0 }}>
      <Box component="label" id={`${id}-label`} sx={labelStyle}>
        {props.label}
      </Box>
      <Select
        fullWidth
        displayEmpty
        autoFocus={props.autoFocus === true}
        value={props.value}
        labelId={`${id}-label`}
        error={props.error != null}
        onChange={(event) => {
          const picked = props.options.find((option) => option === event.target.value);
          if (picked !== undefined) props.onChange(picked);
        }}
      >
        {props.options.map((option) => (
          <MenuItem key={option} value={option}>
            {props.labelOf(option)}
          </MenuItem>
        ))}
      </Select>
      {props.error != null && <FormHelperText error>{props.error}</FormHelperText>}
    </Box>
  );
}

type SwitchFieldProps = {
  label: string;
  helperText?: string;
  value: boolean;
  disabled?: boolean;
  onChange: (value: boolean) => void;
};

/** A switch with its help below. */
export function SwitchField(props: SwitchFieldProps) {
  const id = useId();
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-start' }}>
      <Switch
        id={id}
        size="small"
        checked={props.value}
        disabled={props.disabled === true}
        onChange={(_, checked) => props.onChange(checked)}
        slotProps={{
          input: {
            role: 'switch',
            ...(props.helperText === undefined ? {} : { 'aria-describedby': `${id}-helper` }),
          },
        }}
        sx={{ mt: -0.5 }}
      />
      <Box sx={{ minWidth: 0 }}>
        <Box component="label" htmlFor={id} sx={{ typography: 'body2', fontWeight: 500, cursor: 'pointer' }}>
          {props.label}
        </Box>
        {props.helperText !== undefined && (
          <Typography variant="caption" component="p" id={`${id}-helper`}>
            {props.helperText}
          </Typography>
        )}
      </Box>
    </Box>
  );
}

type ToggleGroupProps<Value extends string> = Omit<Choices<Value>, 'value'> & {
  label: string;
  /** Null where it is none of them. */
  value: Value | null;
};

/** A group of buttons of which one is selected. */
export function ToggleGroup<Value extends string>(props: ToggleGroupProps<Value>) {
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
        <ToggleButton key={option} value={option}>
          {props.labelOf(option)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

/** The same with its label above; `children` stand below. */
export function ToggleField<Value extends string>(props: ToggleGroupProps<Value> & { children?: ReactNode }) {
  return (
    <Box>
      <Box sx={labelStyle} aria-hidden>
        {props.label}
      </Box>
      <ToggleGroup {...props} />
      {props.children}
    </Box>
  );
}
