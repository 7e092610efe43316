import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Two parts of a detail side by side where its pane is wide, one above the other where it is not. */
export function Columns({ wide, narrow }: { wide: ReactNode; narrow: ReactNode }) {
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <Box
        sx={(theme) => ({
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          '@container (min-width: 600px)': {
            gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)',
            '& > :last-child': { borderLeft: `1px solid ${theme.perito.scheme.line}` },
          },
        })}
      >
        <Box>{wide}</Box>
        <Box>{narrow}</Box>
      </Box>
    </Box>
  );
}
