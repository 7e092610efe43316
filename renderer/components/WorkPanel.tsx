import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useKeys } from '../app/keys/keys.ts';
import { Box } from './Box.tsx';
import { Typography } from './Typography.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

type Props = {
  tone: 'refusal' | 'waiting';
  icon: LucideIcon;
  title: string;
  meaning: ReactNode;
  /** Since when. */
  caption: ReactNode;
  /** The present phase, announced with the title when it changes; null where there is none. */
  phase: string | null;
  children: ReactNode;
};

/** What stands in place of the screens while there is no engine: what that means, and what is done about it. */
export function WorkPanel({ tone, icon: Icon, title, meaning, caption, phase, children }: Props) {
  const titleId = useId();
  // The screen behind it takes no keys.
  useKeys({}, { alone: true });
  return (
    <Box
      sx={{
        position: 'absolute',
        inset: 0,
        zIndex: 1,
        overflowY: 'auto',
        bgcolor: 'background.default',
        p: { xs: 4, md: 8 },
      }}
    >
      <Box
        component="section"
        aria-labelledby={titleId}
        sx={({ perito }) => ({
          maxWidth: 760,
          mx: 'auto',
          bgcolor: 'background.paper',
          border: 1,
          borderRadius: `${perito.sizes.radiusLarge}px`,
          overflow: 'hidden',
        })}
      >
        <Box sx={{ p: 6, display: 'flex', gap: 4 }}>
          <Box
            sx={{
              flex: 'none',
              width: 36,
              height: 36,
              display: 'grid',
              placeItems: 'center',
              borderRadius: 1,
              border: 1,
              color: `${tone}.main`,
              bgcolor: `${tone}.soft`,
              borderColor: `${tone}.edge`,
            }}
          >
            <Icon size={18} aria-hidden />
          </Box>
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="h1" id={titleId}>
              {title}
            </Typography>
            <Typography variant="body1" sx={{ mt: 1 }}>
              {meaning}
            </Typography>
            <Typography variant="caption" component="p" sx={{ mt: 2, minHeight: 16 }}>
              {caption}
            </Typography>
          </Box>
        </Box>
        {/* Announced when the state or the phase changes, not at each percent. */}
        <div role="status">
          <VisuallyHidden>
            {title}. {phase !== null && `${phase}.`}
          </VisuallyHidden>
        </div>
        {children}
      </Box>
    </Box>
  );
}

/** What goes on meanwhile, side by side where there is room. */
export function WorkConsequences({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        gap: 6,
        p: 6,
        borderTop: 1,
        bgcolor: 'background.raised',
      }}
    >
      {children}
    </Box>
  );
}

/** A titled list of sentences. */
export function Points({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Typography variant="h3" component="h2">
        {title}
      </Typography>
      <Box component="ul" sx={{ typography: 'body2', display: 'grid', gap: 2, mt: 2 }}>
        {children}
      </Box>
    </div>
  );
}
