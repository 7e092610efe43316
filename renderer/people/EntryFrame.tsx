import type { ReactNode } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';

/** What is shown before anybody is signed in: the product's name above one card in the middle. */
export function EntryFrame({ isWide = false, children }: { isWide?: boolean; children: ReactNode }) {
  const { t } = useI18n();
  return (
    <Box
      component="main"
      id="main"
      sx={{
        height: '100%',
        overflowY: 'auto',
        display: 'grid',
        justifyItems: 'center',
        alignItems: 'start',
        bgcolor: 'background.default',
        px: 4,
        py: isWide ? 'clamp(16px, 6vh, 96px)' : { xs: 6, md: '12vh' },
      }}
    >
      <Box
        sx={{
          width: '100%',
          maxWidth: isWide ? 560 : 420,
          p: 7,
          border: 1,
          borderRadius: 1,
          bgcolor: 'background.paper',
          display: 'grid',
          gap: 4,
        }}
      >
        <Box
          sx={{ display: 'flex', alignItems: 'center', gap: 2.5, typography: 'h2', color: 'text.secondary' }}
        >
          <img src="./mark.svg" width={22} height={22} alt="" />
          <span>{t('frame.product')}</span>
        </Box>
        {children}
      </Box>
    </Box>
  );
}
