import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useI18n } from '../app/locale/i18n.ts';

/** Identifiers, fingerprints and whatever else only helps who looks after the systems: there, and out of the way. */
export function TechnicalData({ children }: { children: ReactNode }) {
  const { t } = useI18n();
  return (
    <Box component="details" sx={{ mt: 3 }}>
      <Box
        component="summary"
        sx={(theme) => ({
          ...theme.typography.caption,
          cursor: 'pointer',
          width: 'fit-content',
          py: 0.5,
          '&:hover': { color: 'text.primary' },
        })}
      >
        {t('common.technicalData')}
      </Box>
      <Box sx={{ mt: 2 }}>{children}</Box>
    </Box>
  );
}
