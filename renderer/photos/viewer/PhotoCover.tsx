import Box from '@mui/material/Box';
import Modal from '@mui/material/Modal';
import { ThemeProvider, useTheme } from '@mui/material/styles';
import { useMemo } from 'react';
import { Notices } from '../../app/frame/Notices.tsx';
import { press } from '../../app/keys/keys.ts';
import { useI18n } from '../../app/locale/i18n.ts';
import { makeTheme } from '../../app/theme/theme.ts';
import { Beside } from '../beside/Beside.tsx';
import type { PhotoPlace } from '../paths.ts';
import { OnePhoto } from './OnePhoto.tsx';
import { useFocusBack } from './useFocusBack.ts';

/** Fills the window, dark in both themes; the screen behind stays as it is. */
export function PhotoCover({ place }: { place: PhotoPlace }) {
  const { t } = useI18n();
  const { density } = useTheme().perito;
  const theme = useMemo(() => makeTheme('darkroom', density), [density]);
  useFocusBack(place.photo);
  return (
    <ThemeProvider theme={theme}>
      <Modal open hideBackdrop disableScrollLock disableRestoreFocus onClose={() => press('Escape')}>
        <Box
          component="main"
          aria-label={t(place.beside === null ? 'photos.viewer.label' : 'photos.beside.label')}
          tabIndex={-1}
          sx={{
            position: 'absolute',
            inset: 0,
            display: 'flex',
            flexDirection: 'column',
            colorScheme: 'dark',
            color: 'text.primary',
            background: theme.perito.scheme.app,
            outline: 'none',
          }}
        >
          {place.beside === null ? (
            <OnePhoto place={place} />
          ) : (
            <Beside photo={place.photo} other={place.beside} />
          )}
          <Notices />
        </Box>
      </Modal>
    </ThemeProvider>
  );
}
