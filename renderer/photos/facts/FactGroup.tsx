import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** A titled part of what is known of a photo: fields, and what stands below them. */
export function FactGroup({
  title,
  children,
  below,
}: {
  title: string;
  children: ReactNode;
  below?: ReactNode;
}) {
  return (
    <Box
      component="section"
      aria-label={title}
      sx={(theme) => ({
        px: 4,
        py: 3,
        '& + &': { borderTop: `1px solid ${theme.perito.scheme.line}` },
      })}
    >
      <Typography variant="caption" component="h3" sx={{ fontWeight: 600, mb: 1.5 }}>
        {title}
      </Typography>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 2 }}>
        {children}
      </Box>
      {below}
    </Box>
  );
}
