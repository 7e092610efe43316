import Radio from '@mui/material/Radio';
import { type ReactNode, useId } from 'react';
import { Box } from './Box.tsx';
import { Typography } from './Typography.tsx';

export type ChoiceOption = {
  value: string;
  title: ReactNode;
  text?: ReactNode;
  /** At the right. */
  aside?: ReactNode;
  disabled?: boolean;
};

type Props = {
  label: string;
  value: string | null;
  options: readonly ChoiceOption[];
  onChange: (value: string) => void;
};

/** One of a few, each in a row of its own with what tells it from the others. */
export function Choice({ label, value, options, onChange }: Props) {
  const name = useId();
  return (
    <Box
      role="radiogroup"
      aria-label={label}
      sx={{ border: 1, borderRadius: 1, overflow: 'hidden', '& > :not(:first-of-type)': { borderTop: 1 } }}
    >
      {options.map(({ value: option, title, text, aside, disabled = false }) => (
        <Box
          component="label"
          key={option}
          sx={{
            display: 'flex',
            alignItems: 'flex-start',
            gap: 2.5,
            px: 3,
            py: 2.5,
            cursor: disabled ? 'default' : 'pointer',
            color: disabled ? 'text.secondary' : 'text.primary',
            bgcolor: option === value ? 'action.selected' : 'transparent',
            ...(disabled
              ? {}
              : { '&:hover': { bgcolor: option === value ? 'action.selected' : 'action.hover' } }),
          }}
        >
          <Radio
            size="small"
            name={name}
            value={option}
            checked={option === value}
            disabled={disabled}
            onChange={() => onChange(option)}
            sx={{ p: 0, mt: '1px' }}
          />
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography variant="body2" component="div" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
              {title}
            </Typography>
            {text !== undefined && (
              <Typography variant="caption" component="div" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
                {text}
              </Typography>
            )}
          </Box>
          {aside}
        </Box>
      ))}
    </Box>
  );
}
