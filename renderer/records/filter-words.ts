import { useCallback, useMemo } from 'react';
import type { Listed } from '#shared/contract/views.ts';
import { useMinuteClock } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { type Condition, conditionsOf, type QueueFilter } from './queue-filter.ts';
import { listsOnScreen } from './record-kinds.ts';

/** How those that a filter names are called: companies by their RNC or Cédula, colleagues by their id. */
export interface Names {
  party: (taxId: string) => string;
  /** A make as reports write it. */
  make: (value: string) => string;
  person: (id: number) => string;
  /** Those to whom records can be assigned, whoever asks first. */
  people: readonly { id: number; name: string }[];
  /** The id of whoever asks; null where nobody knows. */
  me: number | null;
}

/** Says a condition of a filter as a part of the sentence that its chips make: "de Repuestos Prueba 4", "sin revisar". */
export function useConditionWords(kind: Listed | undefined, names: Names) {
  const { t, format, locale } = useI18n();
  const now = useMinuteClock();
  const { noun } = listsOnScreen[kind ?? 'purchaseOrder'];
  return useMemo(() => {
    const anyOf = (words: readonly string[] = []) =>
      new Intl.ListFormat(locale, { type: 'disjunction' }).format(words);
    const day = (text = '') => (text === '' ? '' : format.dayShort(text, now));
    const spanOf = (from: string | undefined, until: string | undefined) => ({
      form: formOf(from, until),
      days: { day: day(from), from: day(from), until: day(until) },
    });
    const who = (one: number | 'nobody') => {
      if (one === 'nobody') return t('queue.said.unassigned');
      if (one === names.me) return t(`queue.of.${noun}.mine`);
      return t(`queue.of.${noun}.assignedTo`, { names: names.person(one) });
    };
    const says: Record<Condition, (filter: QueueFilter) => string> = {
      party: ({ parties }) => t(`queue.of.${noun}.party`, { names: anyOf(parties?.map(names.party)) }),
      workshop: ({ workshops }) => t('queue.said.workshop', { names: anyOf(workshops?.map(names.party)) }),
      vehicle: ({ vehicle = '' }) => t('queue.said.vehicle', { value: vehicle }),
      make: ({ makes }) => t('queue.said.make', { names: anyOf(makes?.map(names.make)) }),
      insured: ({ insured = '' }) => t('queue.said.insured', { value: insured }),
      claim: ({ claimNumber = '' }) => t('queue.said.claim', { value: claimNumber }),
      policy: ({ policy = '' }) => t('queue.said.policy', { value: policy }),
      reviewed: ({ reviewed }) =>
        reviewed === true ? t(`queue.of.${noun}.reviewed`) : t('queue.said.unreviewed'),
      withFindings: ({ withFindings }) =>
        t(withFindings === true ? 'queue.said.withFindings' : 'queue.said.withoutFindings'),
      severity: ({ severity = 'info' }) => t(`queue.severity.${severity}`),
      finding: ({ findings = [] }) =>
        t('queue.said.finding', {
          names: anyOf(findings.map((code) => t('queue.said.quoted', { name: t(`findingTitle.${code}`) }))),
        }),
      cancellation: ({ cancellation }) =>
        t('queue.said.cancellation', {
          names: anyOf(cancellation?.map((state) => t(`cancellations.state.${state}`))),
        }),
      waiting: ({ waiting }) => t(waiting === true ? 'queue.said.waiting' : 'queue.said.notWaiting'),
      decision: ({ decision }) =>
        t('queue.said.decision', { names: anyOf(decision?.map((one) => t(`queue.decision.${one}`))) }),
      assigned: ({ assignedTo }) => anyOf(assignedTo?.map(who)),
      flagged: ({ flagged }) => t(`queue.of.${noun}.${flagged === true ? 'flagged' : 'notFlagged'}`),
      amount: ({ amountFrom, amountUntil, currency = 'DOP' }) => {
        const form = formOf(amountFrom, amountUntil);
        const money = (value: string | undefined) =>
          value === undefined ? '' : format.money(value, currency);
        const values = { from: money(amountFrom), until: money(amountUntil) };
        return amountFrom === undefined && amountUntil === undefined
          ? currency
          : t(`queue.of.${noun}.amount${form === 'On' ? 'Between' : form}`, values);
      },
      received: ({ receivedFrom, receivedUntil }) => {
        const { form, days } = spanOf(receivedFrom, receivedUntil);
        return t(`queue.of.${noun}.received${form}`, days);
      },
      dated: ({ datedFrom, datedUntil }) => {
        const { form, days } = spanOf(datedFrom, datedUntil);
        return t(`queue.of.${noun}.dated${form}`, days);
      },
    };
    return (filter: QueueFilter, condition: Condition): string => says[condition](filter);
  }, [t, format, locale, now, noun, names]);
}

function formOf(from: string | undefined, until: string | undefined): 'From' | 'Until' | 'On' | 'Between' {
  if (until === undefined) return 'From';
  if (from === undefined) return 'Until';
  return from === until ? 'On' : 'Between';
}

/** A whole filter as a sentence that begins with what it is of. */
export function useFilterSentence(kind: Listed | undefined, names: Names) {
  const wordsOf = useConditionWords(kind, names);
  return useCallback(
    (title: string, filter: QueueFilter) =>
      [title, ...conditionsOf(filter).map((condition) => wordsOf(filter, condition))].join(', '),
    [wordsOf],
  );
}
