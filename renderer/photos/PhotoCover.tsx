import Modal from '@mui/material/Modal';
import { ThemeProvider, useTheme } from '@mui/material/styles';
import { useEffect, useMemo, useRef } from 'react';
import { Snackbar } from '../app/frame/Snackbar.tsx';
import { press } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { makeTheme } from '../app/theme/theme.ts';
import { Box } from '../components/Box.tsx';
import { PhotoCompare } from './PhotoCompare.tsx';
import { PhotoViewer } from './PhotoViewer.tsx';
import type { PhotoLocation } from './paths.ts';

/** The photo viewer over the whole window, dark in both themes. */
export function PhotoCover({ place }: { place: PhotoLocation }) {
  const { t } = useI18n();
  const { density } = useTheme().perito;
  const theme = useMemo(() => makeTheme('darkroom', density), [density]);
  useRestoreFocus(place.photo);
  return (
    <ThemeProvider theme={theme}>
      <Modal open hideBackdrop disableScrollLock disableRestoreFocus onClose={() => press('Escape')}>
        <Box
          component="main"
          aria-label={t(place.beside === null ? 'photos.viewer.label' : 'photos.compare.label')}
          tabIndex={-1}
          sx={{
            position: 'absolute',
            inset: 0,
            display: 'flex',
            flexDirection: 'column',
            colorScheme: 'dark',
            color: 'text.primary',
            bgcolor: 'background.default',
            outline: 'none',
          }}
        >
          {place.beside === null ? (
            <PhotoViewer place={place} />
          ) : (
            <PhotoCompare photo={place.photo} beside={place.beside} />
          )}
          <Snackbar />
        </Box>
      </Modal>
    </ThemeProvider>
  );
}

/** Whether an element is in sight within the region that scrolls it. */
function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const room = element.closest('[role="region"]')?.getBoundingClientRect();
  return top >= (room?.top ?? 0) && bottom <= (room?.bottom ?? window.innerHeight);
}

/**
 * Restores the focus when the viewer is closed: to the tile of the photo shown last where it is in sight, else to the
 * element that had it before. Where none had, the tile is scrolled into sight.
 */
export function useRestoreFocus(photo: number) {
  const opener = useRef<Element | null>(null);
  if (opener.current === null) opener.current = document.activeElement ?? document.body;
  const seen = useRef(photo);
  useEffect(() => {
    seen.current = photo;
  }, [photo]);
  useEffect(
    () => () => {
      const tile = document.querySelector<HTMLElement>(`a[data-photo="${seen.current}"]`);
      const before = opener.current;
      if (tile !== null && isInSight(tile)) tile.focus({ preventScroll: true });
      else if (before instanceof HTMLElement && before !== document.body && before.isConnected)
        before.focus({ preventScroll: true });
      else tile?.focus();
    },
    [],
  );
}
