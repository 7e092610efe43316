import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

/** One line of a strip within a detail, which leads to another record. */
export function StripLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Box
      component={Link}
      href={href}
      sx={(theme) => ({
        ...theme.typography.body2,
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        minHeight: theme.perito.sizes.row,
        px: 2,
        mx: -2,
        color: 'text.primary',
        textDecoration: 'none',
        borderRadius: 1,
        '&:hover': { background: theme.perito.scheme.hover },
        '& svg': { flex: 'none' },
        '& .grow': {
          flex: 1,
          minWidth: 0,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
        },
        '& .quiet': { color: 'text.secondary' },
      })}
    >
      {children}
    </Box>
  );
}
