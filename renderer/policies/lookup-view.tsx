import { CircleAlert, CircleHelp, SearchCheck, SearchX } from 'lucide-react';
import { create } from 'zustand';
import type { PolicyLookupRow } from '#shared/contract/policy-lookups.ts';
import { type IncidentTypeName, incidentTypeNameOf, incidentTypeNames } from '#shared/policy-terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { StateChip } from '../components/StateChip.tsx';

/** The result of a lookup: nothing found, a rule, or the count of vehicles. Green only where cover was checked. */
export function LookupChip({ row }: { row: PolicyLookupRow }) {
  const { t } = useI18n();
  const [rule, second] = row.rules;
  if (row.vehicles === 0)
    return <StateChip tone="neutral" icon={SearchX} label={t('policies.lookups.notFound')} />;
  if (rule !== undefined)
    return (
      <StateChip
        tone="waiting"
        icon={CircleAlert}
        label={`${t(`policies.ruleShort.${rule}`)}${second === undefined ? '' : ` +${row.rules.length - 1}`}`}
      />
    );
  if (row.kind === 'balance')
    return <StateChip tone="matched" icon={SearchCheck} label={t('policies.lookups.answered')} />;
  const found = t('policies.lookups.found', { count: row.vehicles });
  if (row.cover === 'covered') return <StateChip tone="matched" icon={SearchCheck} label={found} />;
  return (
    <StateChip
      tone="neutral"
      icon={CircleHelp}
      label={t(`policies.lookups.cover.${row.cover ?? 'unknown'}`)}
    />
  );
}

/** The searched policy or VIN, kept while the window is open. */
export const useLookupView = create<{ text: string }>(() => ({ text: '' }));

/** The `incidentTypeId` of a name (interface, "Incident type"). */
export const incidentTypeId = (name: IncidentTypeName): number => incidentTypeNames.indexOf(name) + 1;

/** The label of an `incidentTypeId`. */
export function useIncidentTypeLabel() {
  const { t } = useI18n();
  return (id: number | null): string => {
    if (id === null) return t('policies.incidentType.none');
    const name = incidentTypeNameOf(id);
    return name === undefined
      ? t('policies.incidentType.unknown', { id })
      : t(`policies.incidentType.${name}`);
  };
}
