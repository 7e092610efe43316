import Typography from '@mui/material/Typography';
import { useI18n } from '../../app/locale/i18n.ts';
import { type Side, useZoomPercent } from '../stage/zoom-percent.ts';

/** How large the photo is shown, in percent of its own pixels. */
export function ZoomPercent({ side = 'left' }: { side?: Side }) {
  const { t, format } = useI18n();
  const percent = format.count(useZoomPercent((state) => state[side]));
  return (
    <Typography
      variant="caption"
      component="span"
      title={t('photos.viewer.zoom', { percent })}
      sx={{ display: 'inline-block', minWidth: 48, textAlign: 'center', fontVariantNumeric: 'tabular-nums' }}
      data-zoom
    >
      {t('photos.viewer.percent', { percent })}
    </Typography>
  );
}
