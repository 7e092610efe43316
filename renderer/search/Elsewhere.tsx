import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { FolderOpen, ShieldCheck } from 'lucide-react';
import { useLocation } from 'wouter';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { useClaimSearch } from '../claims/ClaimsScreen.tsx';
import { usePolicyView } from '../policies/PoliciesScreen.tsx';

/** The same words among the claims and in the policy book: how many, and the way there. */
export function Elsewhere({ search }: { search: string }) {
  const { t } = useI18n();
  const api = useApi();
  const [, go] = useLocation();
  const input = { search, limit: 1 };
  const enabled = search !== '';
  const claims = useQuery(api.claims.list.queryOptions({ input, enabled }));
  const policies = useQuery(api.policies.list.queryOptions({ input, enabled }));
  const inClaims = claims.data?.total ?? 0;
  const inBook = policies.data?.total ?? 0;
  if (inClaims + inBook === 0) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 2 }}>
      {inClaims > 0 && (
        <Button
          size="small"
          startIcon={<FolderOpen size={14} />}
          onClick={() => {
            useClaimSearch.setState({ text: search });
            go('/claims');
          }}
        >
          {t('search.inClaims', { count: inClaims })}
        </Button>
      )}
      {inBook > 0 && (
        <Button
          size="small"
          startIcon={<ShieldCheck size={14} />}
          onClick={() => {
            usePolicyView.setState({ text: search, filter: 'all' });
            go('/policies');
          }}
        >
          {t('search.inPolicies', { count: inBook })}
        </Button>
      )}
    </Box>
  );
}
