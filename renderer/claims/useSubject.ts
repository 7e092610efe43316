import { useQuery } from '@tanstack/react-query';
import type { ClaimFile } from '#shared/contract/claims.ts';
import type { CoverageCheck } from '#shared/contract/policies.ts';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { useMinuteClock } from '../app/live/server-clock.ts';
import { useApi } from '../app/queries.ts';
import { policyQuestion } from '../incidents/PolicyPanel.tsx';

/** Who and what a claim file is about, as its newest report and the policy book say; null for what neither does. */
export interface Subject {
  insured: string | null;
  /** Make, model and year. */
  vehicle: string | null;
  vin: string | null;
  policyNumber: string | null;
  type: { id: number | null; name: string | null };
  /** As it came. */
  incidentAt: string | null;
  /** What the policy book says of that day; null where it was not asked, `pending` until it answers. */
  coverageCheck: CoverageCheck | 'pending' | 'failed' | null;
}

export function useSubject({ incident, records, keys, by, value }: ClaimFile): Subject {
  const api = useApi();
  const general = incident?.generalInfo ?? null;
  const question = policyQuestion({ generalInfo: general });
  const query = useQuery({
    ...api.policies.check.queryOptions({ input: question ?? { incidentDate: '2000-01-01' } }),
    enabled: question !== null,
  });
  const only = (name: 'policy' | 'vin') => {
    const found = [
      ...(by === name ? [value] : []),
      ...keys.filter((key) => key.by === name).map((key) => key.value),
    ];
    return found.length === 1 ? (found[0] ?? null) : null;
  };
  const policyNumber = filled(general?.insurancePolicyNumber) ?? only('policy');
  // Without a report the policy book knows whose policy it is; of its cover nothing is said, since no day is known.
  const owner = useQuery({
    ...api.policies.check.queryOptions({
      input: {
        insurancePolicyNumber: (policyNumber ?? '').slice(0, 100),
        incidentDate: dominicanDay(useMinuteClock()),
      },
    }),
    enabled: question === null && policyNumber !== null,
  });
  const coverageCheck = question === null ? null : (query.data ?? (query.isError ? 'failed' : 'pending'));
  const held = question === null ? owner.data : query.data;
  const heading = records.find(({ id }) => id === incident?.recordId)?.heading ?? null;
  const report = heading?.kind === 'incidentReport' ? heading : null;
  return {
    insured: filled(general?.insuranceOwnerDisplayName) ?? filled(held?.ownerName),
    vehicle: report?.vehicle ?? held?.vehicle?.name ?? null,
    vin: filled(general?.vinNumber) ?? only('vin') ?? held?.vehicle?.vin ?? null,
    policyNumber,
    type: {
      id: general?.incidentReportTypeId ?? null,
      name: general?.incidentReportTypeName ?? report?.typeName ?? null,
    },
    incidentAt: filled(general?.incidentDateTime),
    coverageCheck,
  };
}

const filled = (text: string | null | undefined): string | null =>
  text == null || text.trim() === '' ? null : text.trim();
