import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { FolderOpen, ShieldCheck, UserSearch } from 'lucide-react';
import { navigate } from '../app/hash-location.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { useMay } from '../app/read-only.tsx';
import { useClaimSearch } from '../claims/ClaimsScreen.tsx';
import { Box } from '../components/Box.tsx';
import { askedBy, useAsked } from '../data-subject/asked.ts';
import { usePolicyView } from '../policies/PoliciesScreen.tsx';

/** The same words among the claims and in the policy book: how many, and the way there. */
export function Elsewhere({ search }: { search: string }) {
  const { t } = useI18n();
  const api = useApi();
  const input = { search, limit: 1 };
  const enabled = search !== '';
  const claims = useQuery(api.claims.list.queryOptions({ input, enabled }));
  const policies = useQuery(api.policies.list.queryOptions({ input, enabled }));
  const inClaims = claims.data?.total ?? 0;
  const inBook = policies.data?.total ?? 0;
  const numbers = policies.data?.rows.map((row) => row.insurancePolicyNumber) ?? [];
  const person = useMay('dataSubject.find') ? askedBy(search, numbers) : null;
  if (inClaims + inBook === 0 && person === null) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 2 }}>
      {inClaims > 0 && (
        <Button
          size="small"
          startIcon={<FolderOpen size={14} />}
          onClick={() => {
            useClaimSearch.setState({ text: search });
            navigate('/claims');
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
            navigate('/policies');
          }}
        >
          {t('search.inPolicies', { count: inBook })}
        </Button>
      )}
      {person !== null && (
        <Button
          size="small"
          startIcon={<UserSearch size={14} />}
          onClick={() => {
            useAsked.setState(person);
            navigate('/settings/dataSubject');
          }}
        >
          {t('dataSubject.link', { by: t(`dataSubject.by.${person.kind}`), value: person.text })}
        </Button>
      )}
    </Box>
  );
}
