import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PolicyDetail as Detail } from '#shared/contract/policies.ts';
import { useKeys } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { useWindowTitle } from '../app/window-title.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { Scroll } from '../components/list/ListDetailLayout.tsx';
import { DetailSkeleton } from '../components/Skeletons.tsx';
import { useDraft, usePolicyDrafts } from './drafts.ts';
import { PolicyCheck } from './PolicyCheck.tsx';
import { PolicyFacts, PolicyRest } from './PolicyFacts.tsx';
import { PolicyForm } from './PolicyForm.tsx';
import { PolicyHead } from './PolicyHead.tsx';
import { PolicyLookups } from './PolicyLookups.tsx';
import { bookPath } from './paths.ts';
import { vehicleOf } from './policy-state.ts';
import { RemovePolicy } from './RemovePolicy.tsx';

/** One vehicle of the book, whole; corrected in place. */
export function PolicyDetail({ id, today }: { id: number; today: string }) {
  const api = useApi();
  const query = useQuery(api.policies.get.queryOptions({ input: { id } }));
  if (query.data === undefined)
    return query.isError ? <ErrorState query={query} back={bookPath} /> : <DetailSkeleton />;
  return (
    <>
      {query.isError && <ErrorState query={query} />}
      <Loaded policy={query.data} today={today} />
    </>
  );
}

function Loaded({ policy, today }: { policy: Detail; today: string }) {
  const { t } = useI18n();
  const draft = useDraft(policy.id);
  useWindowTitle(policy.fields.insurancePolicyNumber ?? null);
  const put = usePolicyDrafts((state) => state.put);
  const [sure, setSure] = useState(false);
  const edit = () => {
    setSure(false);
    put(policy.id, policy.fields);
  };
  useKeys({ e: draft === undefined ? edit : undefined });
  const name = `${t('policies.detail.label')} ${vehicleOf(policy)}`;
  if (draft !== undefined) return <PolicyForm draftKey={policy.id} fields={draft} kept={policy.fields} />;
  return (
    <Box component="article" aria-label={name} sx={{ display: 'contents' }}>
      <PolicyHead policy={policy} today={today} onEdit={edit} onRemove={() => setSure(true)} />
      {sure && <RemovePolicy policy={policy} onBack={() => setSure(false)} />}
      <Scroll label={name}>
        <PolicyFacts policy={policy} />
        <PolicyCheck policy={policy} today={today} />
        <PolicyLookups policy={policy} />
        <PolicyRest policy={policy} />
      </Scroll>
    </Box>
  );
}
