import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link as RouteLink } from 'wouter';
import type { PolicyDetail } from '#shared/contract/policies.ts';
import { useKeyName } from '../app/key-name.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Section } from '../components/Fields.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { LookupChip } from '../policy-lookups/LookupChip.tsx';
import { useLookupView } from '../policy-lookups/useLookupView.ts';
import { useIncidentTypeLabel } from './incident-types.ts';
import { lookupPath, lookupsPath } from './paths.ts';

/** The newest lookups of the policy that are shown beside the vehicle. */
const shown = 5;

/** What the marketplace asked of this policy. */
export function PolicyLookups({ policy }: { policy: PolicyDetail }) {
  const { t, format } = useI18n();
  const api = useApi();
  const typeWords = useIncidentTypeLabel();
  const keyName = useKeyName();
  const number = policy.insurancePolicyNumber;
  const query = useQuery(
    api.policyLookups.list.queryOptions({ input: { insurancePolicyNumber: number, limit: shown } }),
  );
  const rows = query.data?.rows ?? [];
  return (
    <Section
      title={t('policies.facts.lookups')}
      aside={
        (query.data?.total ?? 0) > shown && (
          <Link
            component={RouteLink}
            href={lookupsPath}
            variant="body2"
            onClick={() => useLookupView.setState({ text: number })}
          >
            {t('policies.facts.allLookups')} ({format.count(query.data?.total ?? 0)})
          </Link>
        )
      }
    >
      {rows.length === 0 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {query.isPending ? t('common.loading') : t('policies.facts.noLookups')}
        </Typography>
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
          {rows.map((row) => (
            <Box
              component="li"
              key={row.id}
              sx={(theme) => ({
                ...theme.typography.body2,
                display: 'flex',
                gap: 3,
                alignItems: 'center',
                flexWrap: 'wrap',
              })}
            >
              <Link component={RouteLink} href={lookupPath(row.id)}>
                {row.kind === 'balance' ? t('policies.lookups.kind.balance') : typeWords(row.incidentTypeId)}
              </Link>
              <Box component="span" sx={{ color: 'text.secondary', flex: 1 }}>
                <RelativeTime at={row.at} /> · {keyName(row.keyLabel)}
              </Box>
              <LookupChip row={row} />
            </Box>
          ))}
        </Box>
      )}
    </Section>
  );
}
