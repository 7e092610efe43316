import type { LucideIcon } from 'lucide-react';
import { Box } from './Box.tsx';

export type ChipTone = 'refusal' | 'waiting' | 'matched' | 'neutral' | 'accent' | 'archive';

type Props = {
  tone: ChipTone;
  icon: LucideIcon;
  label: string;
  /** The most of it that is shown, where its words may be long; `title` has all of them on hover. */
  maxWidth?: number | string;
  title?: string;
};

/** A state as a label with an icon, so that colour is never its only sign. */
export function StateChip({ tone, icon: Icon, label, maxWidth, title }: Props) {
  return (
    <Box
      component="span"
      title={title}
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
        ...(maxWidth === undefined
          ? {}
          : {
              maxWidth,
              // Where there is no room for words the icon stays.
              flex: '0 1 auto',
              minWidth: 22,
              '& > svg': { flex: 'none' },
              '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
            }),
      }}
    >
      <Icon size={12} aria-hidden />
      {maxWidth === undefined ? label : <span>{label}</span>}
    </Box>
  );
}
