import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { ImageOff } from 'lucide-react';
import { useI18n } from '../../app/locale/i18n.ts';

/** In the photo's place, where its file did not come. */
export function StageProblem({ onRetry }: { onRetry: () => void }) {
  const { t } = useI18n();
  return (
    <Box
      role="alert"
      sx={(theme) => ({
        position: 'absolute',
        inset: 0,
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'center',
        textAlign: 'center',
        gap: 2,
        p: 6,
        color: 'text.secondary',
        background: theme.perito.scheme.surface,
      })}
    >
      <ImageOff size={28} strokeWidth={1.5} aria-hidden />
      <Typography variant="h3" component="p" sx={{ color: 'text.primary', mt: 2 }}>
        {t('photos.viewer.fileFailed')}
      </Typography>
      <Typography variant="body2" sx={{ maxWidth: 360 }}>
        {t('photos.viewer.fileFailedText')}
      </Typography>
      <Button onClick={onRetry} sx={{ mt: 2 }}>
        {t('photos.viewer.retry')}
      </Button>
    </Box>
  );
}
