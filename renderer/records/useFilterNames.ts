import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { maxFilterValues } from '#shared/contract/records.ts';
import { useApi } from '../app/queries.ts';
import { useColleagues } from '../work/colleagues.ts';
import type { Names } from './filter-words.ts';
import type { QueueFilter } from './queue-filter.ts';

type Of = 'party' | 'make';

/** What is known of these values by name; their names change seldom. */
function useLabels(of: Of, values: readonly string[] = []): ReadonlyMap<string, string> {
  const { data } = useQuery({
    ...useApi().records.choices.queryOptions({
      input: values.length === 0 ? skipToken : { of, values: [...values] },
    }),
    staleTime: 300_000,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => new Map((data?.choices ?? []).map(({ value, label }) => [value, label])), [data]);
}

/** An address may write an RNC with hyphens. */
const digitsOf = (taxId: string) => taxId.replaceAll(/\D/g, '') || taxId;

/** How those are called that a filter names: companies, makes and colleagues. */
export function useFilterNames({ parties, workshops, makes }: QueueFilter): Names {
  const { people, me, nameOf } = useColleagues();
  const companies = useLabels(
    'party',
    [...(parties ?? []), ...(workshops ?? [])].map(digitsOf).slice(0, maxFilterValues),
  );
  const vehicles = useLabels('make', makes);
  return useMemo(
    () => ({
      party: (taxId) => companies.get(digitsOf(taxId)) ?? taxId,
      make: (value) => vehicles.get(value) ?? value,
      person: nameOf,
      ...{ people, me },
    }),
    [companies, vehicles, people, me, nameOf],
  );
}

/** As many are asked for at once. */
const mostChoices = 50;

/**
 * What a filter offers: the first of all, of which a list finds any word, and those that begin with a text. Nothing while it is
 * not asked for.
 */
export function useChoices(of: Of, text: string, isAsked: boolean) {
  const api = useApi();
  const beginning = text.trim().slice(0, 100);
  const optionsOf = (input: { of: Of; beginning: string; limit: number } | typeof skipToken) => ({
    ...api.records.choices.queryOptions({ input }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
  const first = useQuery(optionsOf(isAsked ? { of, beginning: '', limit: mostChoices } : skipToken));
  const typed = useQuery(
    optionsOf(isAsked && beginning !== '' ? { of, beginning, limit: mostChoices } : skipToken),
  );
  if (!isAsked) return [];
  const found = [...(typed.data?.choices ?? []), ...(first.data?.choices ?? [])];
  return [...new Map(found.map((choice) => [choice.value, choice])).values()];
}
