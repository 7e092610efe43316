import Box from '@mui/material/Box';
import { Link } from 'wouter';
import { type Dossier, dossierKey } from '#shared/contract/claims.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { PlainCode } from '../components/Code.tsx';
import { dossierPath } from './paths.ts';

/** Other keys of the same records: policy, VIN, tender. Each opens as a dossier of its own. */
export function DossierKeys({ keys }: { keys: Dossier['keys'] }) {
  const { t, format } = useI18n();
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      {keys.map((key) => {
        const by = dossierKey.safeParse(key.by);
        if (!by.success) return null;
        return (
          <li key={`${key.by} ${key.value}`}>
            <Box
              component={Link}
              href={dossierPath(by.data, key.value)}
              sx={(theme) => ({
                ...theme.typography.body2,
                display: 'inline-flex',
                alignItems: 'center',
                gap: 2,
                minHeight: 28,
                px: 2.5,
                borderRadius: 1,
                border: `1px solid ${theme.perito.scheme.line}`,
                color: 'text.primary',
                textDecoration: 'none',
                '&:hover': {
                  borderColor: theme.perito.scheme.lineStrong,
                  background: theme.perito.scheme.hover,
                },
              })}
            >
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {t(`claims.by.${by.data}`)}
              </Box>
              <PlainCode value={key.value} />
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {format.count(key.count)}
              </Box>
            </Box>
          </li>
        );
      })}
    </Box>
  );
}
