import Box from '@mui/material/Box';
import { useI18n } from '../locale/i18n.ts';

/** Past the rail and the bar, for those who go by keyboard. */
export function SkipLink() {
  const { t } = useI18n();
  return (
    <Box
      component="button"
      type="button"
      onClick={() => document.getElementById('main')?.focus()}
      sx={(theme) => ({
        ...theme.typography.button,
        position: 'absolute',
        top: 8,
        left: 8,
        zIndex: theme.zIndex.tooltip,
        px: 3,
        py: 1.5,
        color: 'text.primary',
        background: theme.perito.scheme.surface,
        border: `1px solid ${theme.perito.scheme.lineStrong}`,
        borderRadius: 1,
        '&:not(:focus)': { transform: 'translateY(-200%)' },
      })}
    >
      {t('frame.skip')}
    </Box>
  );
}
