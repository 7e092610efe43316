import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Box } from '../components/Box.tsx';
import { Typography } from '../components/Typography.tsx';

interface Props {
  icon: ReactNode;
  title: string;
  /** Why it should be begun, and what follows. */
  text: string;
  act: string;
  onBegin(): void;
}

/** Of a part of the settings in which nothing was begun: what it is for, and the button to begin. */
export function FirstStep({ icon, title, text, act, onBegin }: Props) {
  return (
    <Box
      sx={{
        p: 6,
        border: 1,
        borderRadius: 1,
        bgcolor: 'background.raised',
        display: 'flex',
        gap: 4,
        '& > svg': { flex: 'none', color: 'text.secondary' },
      }}
    >
      {icon}
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h3" component="h2">
          {title}
        </Typography>
        <Typography variant="body2" sx={{ mt: 1 }}>
          {text}
        </Typography>
        <Button variant="contained" onClick={onBegin} sx={{ mt: 4 }}>
          {act}
        </Button>
      </Box>
    </Box>
  );
}
