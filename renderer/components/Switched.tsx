import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useId } from 'react';

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
