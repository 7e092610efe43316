import Box from '@mui/material/Box';
import { Check } from 'lucide-react';
import { useI18n } from '../app/locale/i18n.ts';

const steps = ['file', 'columns', 'check', 'apply', 'coverages'] as const;
export type ImportStep = (typeof steps)[number];

/** Where an import is among its steps; `done` where the last is over as well. */
export function StepsLine({ at }: { at: ImportStep | 'done' }) {
  const { t } = useI18n();
  const now = at === 'done' ? steps.length : steps.indexOf(at);
  return (
    <Box
      component="ol"
      aria-label={t('policies.imports.step.label')}
      sx={{
        listStyle: 'none',
        m: 0,
        px: 6,
        pb: 3,
        display: 'flex',
        gap: 5,
        flexWrap: 'wrap',
        borderBottom: 1,
        borderColor: 'divider',
        flex: 'none',
      }}
    >
      {steps.map((step, index) => (
        <Box
          component="li"
          key={step}
          {...(index === now ? { 'aria-current': 'step' as const } : {})}
          sx={(theme) => ({
            ...theme.typography.body2,
            display: 'flex',
            alignItems: 'center',
            gap: 2,
            color: index === now ? 'text.primary' : 'text.secondary',
            fontWeight: index === now ? 600 : 400,
            '& .number': {
              ...theme.typography.caption,
              width: 20,
              height: 20,
              display: 'grid',
              placeItems: 'center',
              borderRadius: '50%',
              border: `1px solid ${index === now ? theme.perito.scheme.accent.main : theme.perito.scheme.lineStrong}`,
              background: index === now ? theme.perito.scheme.accent.main : 'transparent',
              color: index === now ? theme.perito.scheme.accent.contrast : 'inherit',
            },
          })}
        >
          <span className="number">{index < now ? <Check size={12} aria-hidden /> : index + 1}</span>
          {t(`policies.imports.step.${step}`)}
        </Box>
      ))}
    </Box>
  );
}
