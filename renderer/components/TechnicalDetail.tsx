import Typography from '@mui/material/Typography';
import { useI18n } from '../app/locale/i18n.ts';
import { Code } from './Code.tsx';

/** What only helps whoever looks after the computer, apart from the sentence and copied with one click. */
export function TechnicalDetail({ text }: { text: string }) {
  const { t } = useI18n();
  if (text === '') return null;
  return (
    <Typography variant="caption" component="p" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
      {t('common.technical')}: <Code value={text} what={t('common.technicalName')} />
    </Typography>
  );
}
