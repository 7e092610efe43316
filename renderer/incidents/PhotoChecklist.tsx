import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { Check, CircleAlert, Copy } from 'lucide-react';
import { useLocation } from 'wouter';
import type { Attachment } from '#shared/contract/attachments.ts';
import { incidentTypeNameOf } from '#shared/policy-terms.ts';
import { photoChecklist } from '#shared/rules/photo-checklist.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { notify } from '../app/snackbar.ts';
import { useSettings } from '../app/status.ts';
import { Box } from '../components/Box.tsx';
import { copyText } from '../components/Code.tsx';
import { Typography } from '../components/Typography.tsx';
import { photoPath } from '../photos/paths.ts';
import { over } from '../photos/photo-navigation.tsx';

type Props = {
  photos: readonly Attachment[];
  typeId: number | null;
  /** The report's number, and its vehicle where it names one: for the text that asks for what is missing. */
  number: string;
  vehicle: string | null;
};

/**
 * Which of the photos that the office requires the report brings, by what the marketplace says of each; nothing where none is
 * required. What is missing can be asked for with a text that is ready, always in Spanish: people of the marketplace read it.
 */
export function PhotoChecklist({ photos, typeId, number, vehicle }: Props) {
  const { t } = useI18n();
  const [path, go] = useLocation();
  const { data: settings } = useSettings();
  const asked = settings?.photoChecklist[incidentTypeNameOf(typeId) ?? 'other'] ?? [];
  if (asked.length === 0) return null;
  const { entries, missing, unnamed } = photoChecklist(asked, photos);
  const copy = () => {
    const lng = 'es';
    const views = missing.map((view) => t(`photoChecklist.view.${view}`, { lng })).join(', ');
    const text = t('photoChecklist.text', {
      ...{ lng, number, views },
      vehicle: vehicle === null ? '' : `, ${vehicle}`,
    });
    void copyText(text).then((isCopied) =>
      notify({
        tone: isCopied ? 'done' : 'failed',
        text: t(isCopied ? 'photoChecklist.asked' : 'photoChecklist.notCopied'),
      }),
    );
  };
  return (
    <Box role="group" aria-label={t('photoChecklist.label')} sx={{ display: 'grid', gap: 2, mb: 4 }}>
      {missing.length > 0 && (
        <Typography variant="body2">
          {t('photoChecklist.missing', { count: missing.length, asked: entries.length })}
        </Typography>
      )}
      <Box component="ul" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {entries.map(({ view, photos: [first] }) => {
          const name = t(`photoChecklist.view.${view}`);
          const photo = first === undefined ? undefined : photos[first];
          return (
            <li key={view}>
              {photo === undefined ? (
                <Chip
                  size="small"
                  color="warning"
                  variant="outlined"
                  icon={<CircleAlert size={13} aria-hidden />}
                  label={name}
                  aria-label={t('photoChecklist.notThere', { view: name })}
                />
              ) : (
                <Chip
                  size="small"
                  variant="outlined"
                  onClick={() => go(photoPath(path, photo.id), { state: over })}
                  icon={<Check size={13} aria-hidden />}
                  label={name}
                  aria-label={t('photoChecklist.open', { view: name })}
                />
              )}
            </li>
          );
        })}
      </Box>
      {missing.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3 }}>
          <Button
            size="small"
            variant="text"
            startIcon={<Copy size={14} aria-hidden />}
            onClick={copy}
            sx={{ ml: -2.5 }}
          >
            {t('photoChecklist.ask')}
          </Button>
          {unnamed > 0 && (
            <Typography variant="caption">{t('photoChecklist.unnamed', { count: unnamed })}</Typography>
          )}
        </Box>
      )}
    </Box>
  );
}
