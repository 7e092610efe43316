import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** A page, before it is here. */
export function PaperSkeleton({ label, children }: { label: string; children?: ReactNode }) {
  return (
    <Box
      role="status"
      aria-label={label}
      sx={{
        flex: 1,
        minHeight: 0,
        overflow: 'hidden',
        display: 'flex',
        flexDirection: 'column',
        gap: 3,
        p: 4,
      }}
    >
      <Typography variant="caption" component="p" sx={{ textAlign: 'center' }}>
        {label}
      </Typography>
      {children}
      <Box
        sx={(theme) => ({
          alignSelf: 'center',
          width: 'min(816px, 100%)',
          flex: 1,
          p: 16,
          background: theme.perito.scheme.surface,
          border: `1px solid ${theme.perito.scheme.line}`,
        })}
      >
        <Skeleton width="45%" height={24} sx={{ mb: 8 }} />
        {[92, 97, 88, 95, 60, 93, 90, 96, 40].map((width, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines that are only drawn
          <Skeleton key={line} width={`${width}%`} height={12} sx={{ mb: 3 }} />
        ))}
      </Box>
    </Box>
  );
}
