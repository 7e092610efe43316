import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Box } from '../../components/Box.tsx';

type BannerProps = {
  tone: 'refusal' | 'waiting' | 'neutral' | 'archive';
  icon: LucideIcon;
  children: ReactNode;
  action?: ReactNode;
};

/** One thing that holds for the whole screen, in a sentence or two, below the top bar. */
export function Banner({ tone, icon: Icon, children, action }: BannerProps) {
  return (
    <Box
      role="status"
      sx={{
        typography: 'body2',
        display: 'flex',
        alignItems: 'center',
        gap: 2.5,
        px: 4,
        py: 0.5,
        minHeight: 34,
        flex: 'none',
        bgcolor: `${tone}.soft`,
        borderBottom: 1,
        borderColor: `${tone}.edge`,
        '& > svg': { color: `${tone}.main`, flex: 'none' },
      }}
    >
      <Icon size={16} aria-hidden />
      <Box component="span" sx={{ flex: 1, py: 1 }}>
        {children}
      </Box>
      {action}
    </Box>
  );
}
