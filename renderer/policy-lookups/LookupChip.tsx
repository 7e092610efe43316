import { CircleAlert, SearchCheck, SearchX } from 'lucide-react';
import type { PolicyLookupRow } from '#shared/contract/policy-lookups.ts';
import { useWords } from '../app/locale/i18n.ts';
import { StateChip } from '../parts/StateChip.tsx';

/** What a lookup was answered with: nothing found, a rule, or so many vehicles. */
export function LookupChip({ row }: { row: PolicyLookupRow }) {
  const { t } = useWords();
  const [rule, second] = row.rules;
  if (row.vehicles === 0)
    return <StateChip tone="neutral" icon={SearchX} words={t('policies.lookups.notFound')} />;
  if (rule !== undefined)
    return (
      <StateChip
        tone="waiting"
        icon={CircleAlert}
        words={`${t(`policies.ruleShort.${rule}`)}${second === undefined ? '' : ` +${row.rules.length - 1}`}`}
      />
    );
  return (
    <StateChip
      // Where no type of incident was asked for, its cover was not checked.
      tone={row.kind === 'balance' || row.incidentTypeId !== null ? 'matched' : 'neutral'}
      icon={SearchCheck}
      words={
        row.kind === 'balance'
          ? t('policies.lookups.answered')
          : t('policies.lookups.found', { count: row.vehicles })
      }
    />
  );
}
