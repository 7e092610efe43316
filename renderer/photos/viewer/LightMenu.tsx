import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Slider from '@mui/material/Slider';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { SunMedium } from 'lucide-react';
import { useId, useState } from 'react';
import { useI18n } from '../../app/locale/i18n.ts';
import { Kbd } from '../../components/Kbd.tsx';
import { lightRange, setLight, usePhotoView } from '../photo-views.ts';

const sliders = [
  { of: 'brightness', key: 'B' },
  { of: 'contrast', key: 'T' },
] as const;

/** Brightness and contrast, by sliders. */
export function LightMenu({ photo }: { photo: number }) {
  const { t } = useI18n();
  const id = useId();
  const view = usePhotoView(photo);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label = t('photos.viewer.light');
  return (
    <>
      <Tooltip title={`${label} · B ⇧B T ⇧T`} disableFocusListener>
        <IconButton
          aria-label={label}
          aria-keyshortcuts="B Shift+B T Shift+T"
          aria-haspopup="true"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ width: 32, height: 32 }}
        >
          <SunMedium size={17} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        // What is changed is judged while it is changed: nothing shades it.
        slotProps={{ backdrop: { sx: { background: 'transparent' } } }}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
        transformOrigin={{ vertical: 'top', horizontal: 'center' }}
      >
        <Box sx={{ width: 240, px: 4, py: 3, display: 'grid', gap: 2 }}>
          {sliders.map(({ of, key }) => (
            <Box key={of}>
              <Typography
                id={`${id}-${of}`}
                variant="body2"
                component="div"
                sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}
              >
                {t(`photos.viewer.${of}`, { percent: view[of] })}
                <Kbd>{key}</Kbd>
              </Typography>
              <Slider
                size="small"
                aria-labelledby={`${id}-${of}`}
                min={lightRange.min}
                max={lightRange.max}
                step={lightRange.step}
                value={view[of]}
                onChange={(_, value) => setLight(photo, of, typeof value === 'number' ? value : 100)}
              />
            </Box>
          ))}
          <Typography variant="caption">{t('photos.viewer.onlyHere')}</Typography>
        </Box>
      </Popover>
    </>
  );
}
