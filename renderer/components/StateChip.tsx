import Box from '@mui/material/Box';
import type { LucideIcon } from 'lucide-react';

export type ChipTone = 'refusal' | 'waiting' | 'matched' | 'neutral' | 'accent';

/** A state as a label with an icon, so that colour is never its only sign. */
export function StateChip({ tone, icon: Icon, label }: { tone: ChipTone; icon: LucideIcon; label: string }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        px: 1.5,
        height: 20,
        borderRadius: 1,
        border: 1,
        borderColor: `${tone}.edge`,
        bgcolor: `${tone}.soft`,
        color: `${tone}.main`,
        fontSize: 12,
        lineHeight: '16px',
        fontWeight: 500,
        whiteSpace: 'nowrap',
        flex: 'none',
      }}
    >
      <Icon size={12} aria-hidden />
      {label}
    </Box>
  );
}
