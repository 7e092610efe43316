import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useWords } from '../app/locale/i18n.ts';
import { CoverageAssignment } from '../policies/CoverageAssignment.tsx';

/** Which coverages of the book cover each type of incident. */
export function CoverageSettings() {
  const { t } = useWords();
  return (
    <Box
      component="section"
      aria-labelledby="coverage-title"
      sx={{ display: 'grid', gap: 5, pt: 5, borderTop: 1, borderColor: 'divider' }}
    >
      <div>
        <Typography variant="h3" component="h2" id="coverage-title">
          {t('policies.settings.coverage.title')}
        </Typography>
        <Typography variant="caption">{t('policies.settings.coverage.about')}</Typography>
      </div>
      <CoverageAssignment />
    </Box>
  );
}
