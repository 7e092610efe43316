import Box from '@mui/material/Box';
import Modal from '@mui/material/Modal';
import type { ReactNode } from 'react';

/** Fills the window over the screen that stays behind; Escape closes it. */
export function PaperCover(props: { label: string; onClose: () => void; children: ReactNode }) {
  return (
    <Modal open hideBackdrop onClose={props.onClose} disableScrollLock>
      <Box
        component="main"
        aria-label={props.label}
        tabIndex={-1}
        sx={(theme) => ({
          position: 'absolute',
          inset: 0,
          display: 'flex',
          flexDirection: 'column',
          background: theme.perito.scheme.app,
          outline: 'none',
        })}
      >
        {props.children}
      </Box>
    </Modal>
  );
}
