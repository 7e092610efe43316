import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Eye } from 'lucide-react';
import { useI18n } from '../../app/locale/i18n.ts';
import { Kbd } from '../../components/Kbd.tsx';
import { isAsItCame, resetPhoto, usePhotoView } from '../photo-views.ts';

/** Said as long as a photo is not seen as it came: what was changed, and that it is changed on this screen alone. */
export function ViewOnlyNotice({ photo }: { photo: number }) {
  const { t } = useI18n();
  const view = usePhotoView(photo);
  if (isAsItCame(view)) return null;
  const changes = [
    ...(view.rotation === 0 ? [] : [t('photos.viewer.turned', { degrees: view.rotation })]),
    ...(view.brightness === 100 ? [] : [t('photos.viewer.brightness', { percent: view.brightness })]),
    ...(view.contrast === 100 ? [] : [t('photos.viewer.contrast', { percent: view.contrast })]),
  ];
  return (
    <Box
      role="status"
      sx={(theme) => ({
        ...theme.typography.caption,
        position: 'absolute',
        left: '50%',
        bottom: 12,
        transform: 'translateX(-50%)',
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        pl: 3,
        pr: 1,
        py: 1,
        maxWidth: 'calc(100% - 24px)',
        whiteSpace: 'nowrap',
        color: theme.perito.scheme.text,
        background: theme.perito.scheme.raised,
        border: `1px solid ${theme.perito.scheme.line}`,
        borderRadius: `${theme.perito.sizes.radiusLarge}px`,
      })}
    >
      <Eye size={14} aria-hidden />
      <span>
        {changes.join(' · ')} — {t('photos.viewer.onlyHere')}
      </span>
      <Button size="small" variant="text" onClick={() => resetPhoto(photo)}>
        {t('photos.do.reset')}
        <Kbd gap>X</Kbd>
      </Button>
    </Box>
  );
}
