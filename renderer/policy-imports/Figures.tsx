import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { CircleCheck, CircleX, type LucideIcon, PencilLine, Plus, TriangleAlert } from 'lucide-react';
import type { PolicyImport } from '#shared/contract/policy-imports.ts';
import { useI18n } from '../app/locale/i18n.ts';

const figures: { name: 'added' | 'changed' | 'unchanged' | 'warned' | 'bad'; icon: LucideIcon }[] = [
  { name: 'added', icon: Plus },
  { name: 'changed', icon: PencilLine },
  { name: 'unchanged', icon: CircleCheck },
  { name: 'warned', icon: TriangleAlert },
  { name: 'bad', icon: CircleX },
];

/** How many rows are new, change something, or say the same; how many of them are odd, and how many are bad. */
export function ImportFigures({ at }: { at: PolicyImport }) {
  const { t, format } = useI18n();
  const done = at.state === 'imported';
  return (
    <Box
      component="dl"
      sx={(theme) => ({
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'repeat(5, minmax(0, 1fr))',
        border: `1px solid ${theme.perito.scheme.line}`,
        borderRadius: 1,
        maxWidth: 760,
        '& > div + div': { borderLeft: `1px solid ${theme.perito.scheme.line}` },
      })}
    >
      {figures.map(({ name, icon: Icon }) => {
        const isBad = name === 'bad' && at.bad > 0;
        const colour = isBad
          ? { color: 'error.main' }
          : name === 'warned' && at.warned > 0
            ? { color: 'warning.main' }
            : {};
        return (
          <Box key={name} sx={{ px: 2.5, py: 4 }}>
            <Typography
              component="dt"
              variant="caption"
              sx={{
                display: 'flex',
                gap: 1,
                whiteSpace: 'nowrap',
                alignItems: 'center',
                ...colour,
              }}
            >
              <Icon size={14} aria-hidden />
              {t(`policies.imports.report.${done ? (`${name}Done` as const) : name}`)}
            </Typography>
            <Typography component="dd" variant="h1" sx={{ m: 0, mt: 1, ...colour }}>
              {format.count(at[name])}
            </Typography>
          </Box>
        );
      })}
    </Box>
  );
}
