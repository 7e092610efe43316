import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useI18n } from '../app/locale/i18n.ts';
import { BackButton, Scroll } from '../components/list/ListDetailLayout.tsx';
import { bookPath } from '../policies/paths.ts';
import { TemplateButton } from '../policies/TemplateButton.tsx';
import { FileDrop } from './FileDrop.tsx';
import { StepsLine } from './StepsLine.tsx';
import { useBeginImport } from './useBeginImport.ts';

/** The first step: which file. */
export function NewImport() {
  const { t } = useI18n();
  const { take, wrong, pending } = useBeginImport();
  const title = t('policies.imports.choose.title');
  return (
    <Box component="article" aria-label={title} sx={{ display: 'contents' }}>
      <Box
        sx={{
          pl: 6,
          pr: ({ perito }) => perito.gutter,
          pt: 4,
          pb: 3.5,
          flex: 'none',
          display: 'flex',
          gap: 3,
        }}
      >
        <BackButton href={bookPath} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h1">{title}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1, maxWidth: 640 }}>
            {t('policies.imports.choose.text')}
          </Typography>
        </Box>
      </Box>
      <StepsLine at="file" />
      <Scroll label={title}>
        <Box sx={{ p: 6, display: 'grid', gap: 6, maxWidth: 760 }}>
          {wrong !== null && <Alert severity="error">{wrong}</Alert>}
          <FileDrop onFile={take} disabled={pending} />
          <Box sx={{ display: 'grid', gap: 6, gridTemplateColumns: 'repeat(auto-fit, minmax(280px, 1fr))' }}>
            <section>
              <Typography variant="h3" component="h2">
                {t('policies.imports.choose.how')}
              </Typography>
              <Box component="ol" sx={{ m: 0, mt: 2, pl: 5, display: 'grid', gap: 1 }}>
                {(['columns', 'check', 'apply'] as const).map((step) => (
                  <Typography component="li" variant="body2" key={step}>
                    {t(`policies.imports.choose.steps.${step}`)}
                  </Typography>
                ))}
              </Box>
            </section>
            <section>
              <Typography variant="h3" component="h2">
                {t('policies.imports.choose.templateTitle')}
              </Typography>
              <Typography variant="body2" sx={{ mt: 2, mb: 3 }}>
                {t('policies.imports.choose.templateText')}
              </Typography>
              <TemplateButton />
            </section>
          </Box>
        </Box>
      </Scroll>
    </Box>
  );
}
