import Box from '@mui/material/Box';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** What somebody should look at twice, in amber and with a sign. */
export function Warned({ children }: { children: ReactNode }) {
  return (
    <Box
      component="span"
      sx={(theme) => ({
        display: 'flex',
        gap: 1.5,
        alignItems: 'flex-start',
        color: theme.perito.scheme.waiting.main,
        fontWeight: 500,
        '& svg': { flex: 'none', mt: '3px' },
      })}
    >
      <TriangleAlert size={14} aria-hidden />
      <span>{children}</span>
    </Box>
  );
}
