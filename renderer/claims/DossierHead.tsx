import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Dossier } from '#shared/contract/claims.ts';
import { recordKinds } from '#shared/terms.ts';
import { useWords } from '../app/locale/i18n.ts';
import { BackButton } from '../parts/BackButton.tsx';
import { Code } from '../parts/Code.tsx';

/** What the dossier is about: its key, the vehicle, and how many records of each kind it holds. */
export function DossierHead({ dossier, back }: { dossier: Dossier; back: string }) {
  const { t } = useWords();
  const vehicle = vehicleOf(dossier);
  const held = recordKinds.flatMap((kind) => {
    const count = dossier.records.filter((record) => record.kind === kind).length;
    return count === 0 ? [] : [t(`claims.count.${kind}`, { count })];
  });
  const findings = dossier.records.reduce((sum, record) => sum + record.attentionCount, 0);
  return (
    <Box sx={{ pl: 6, pr: ({ perito }) => perito.gutter, pt: 4, pb: 3.5, flex: 'none' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
        <BackButton href={back} />
        <Typography variant="h1" sx={{ flex: 1, minWidth: 0 }}>
          {t(`claims.by.${dossier.by}`)} <Code value={dossier.value} what={t('claims.detail.value')} />
        </Typography>
        {vehicle !== null && (
          <Typography variant="h2" component="p" sx={{ textAlign: 'right' }}>
            {vehicle}
          </Typography>
        )}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
        {[...held, ...(findings > 0 ? [t('claims.row.findings', { count: findings })] : [])].join(' · ')}
      </Typography>
    </Box>
  );
}

function vehicleOf({ records }: Dossier): string | null {
  for (const { heading } of records) {
    if (heading?.kind === 'incidentReport' && heading.vehicle !== null) return heading.vehicle;
  }
  return null;
}
