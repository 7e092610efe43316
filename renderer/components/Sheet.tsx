import Popover from '@mui/material/Popover';
import type { ReactNode } from 'react';

interface Props {
  open: boolean;
  /** What it opens below. */
  anchor: HTMLElement | null | (() => HTMLElement | null);
  /** What it is called, or the id of the heading in it that says so. */
  name: { 'aria-label': string } | { 'aria-labelledby': string };
  /** In pixels, where the window has so much. */
  width: number;
  /** Steps of the theme between its edge and what is in it. */
  padding: number;
  /** The edge of the anchor at which it stands. */
  side?: 'left' | 'right';
  onClose(): void;
  children: ReactNode;
}

/** A dialog at what opened it, which Escape or a press elsewhere closes. */
export function Sheet({ open, anchor, name, width, padding, side = 'left', onClose, children }: Props) {
  return (
    <Popover
      open={open}
      anchorEl={anchor}
      transitionDuration={0}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: side }}
      transformOrigin={{ vertical: 'top', horizontal: side }}
      slotProps={{
        paper: {
          variant: 'outlined',
          role: 'dialog',
          ...name,
          sx: { width, maxWidth: 'calc(100vw - 32px)', mt: 1, p: padding },
        },
      }}
    >
      {children}
    </Popover>
  );
}
