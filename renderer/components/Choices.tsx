import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';

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
