/** One plain line for each thing that the marketplace saw, for a terminal. */
import type { Locale } from '#shared/terms.ts';
import { type Words, words } from './describe-words.ts';
import type { DeliveryFailure, MarketplaceEvent } from './events.ts';

export function describeEvent(event: MarketplaceEvent, locale: Locale): string {
  const say = words[locale];
  switch (event.event) {
    case 'orderAnswered':
    case 'recordAnswered':
      return `${named(event, say)}${event.again ? `, ${say.again}` : ''}: ${say.number} ${event.number}.`;
    case 'orderNotTaken':
    case 'recordNotTaken':
      return `${named(event, say)}: ${say.notTaken}; ${describeFailure(event.error, say)}.`;
    case 'cancellationNotAnswered':
      return `${named(event, say)}: ${say.notAnswered}; ${describeFailure(event.error, say)}.`;
    case 'cancellationAnswered': {
      const seconds = `${(event.milliseconds / 1000).toFixed(1)} s`;
      const answered = `${say.outcome[event.outcome]} ${say.after} ${seconds}`;
      return `${named(event, say)}: ${answered}.${shown(event.shownText, say)}`;
    }
    case 'faultyDelivery': {
      const kind = event.kind === 'purchaseOrder' ? '' : `${say.record[event.kind]}, `;
      const end = event.error ? describeFailure(event.error, say) : say.takenThough;
      return `${say.faulty} (${kind}${say.fault[event.fault]}): ${end}.`;
    }
    case 'faultyLookup': {
      const end = event.error ? describeFailure(event.error, say) : say.takenThough;
      return `${say.faultyLookup} (${say.lookupFault[event.fault]}): ${end}.`;
    }
    case 'policiesAnswered':
    case 'lookupNotAnswered':
    case 'balanceAnswered':
    case 'balanceNotAnswered':
      return describeLookup(event, say);
  }
}

type LookupEvent = Extract<
  MarketplaceEvent,
  { event: 'policiesAnswered' | 'lookupNotAnswered' | 'balanceAnswered' | 'balanceNotAnswered' }
>;

function describeLookup(event: LookupEvent, say: Words): string {
  const asked =
    'query' in event
      ? `${say.lookup} ${event.query.vin ?? event.query.insurancePolicyNumber ?? ''}`
      : `${say.balance} ${event.of.insurancePolicyNumber}`;
  if ('error' in event) return `${asked}: ${say.noAnswer}; ${describeFailure(event.error, say)}.`;
  if (event.event === 'balanceAnswered') {
    const owed = `${say.owed} ${event.accountBalance.toFixed(2)}`;
    return `${asked}: ${owed}, ${say.deductible} ${event.deductibleAmount.toFixed(2)}.`;
  }
  const vehicles = event.policies.flatMap((policy) => policy.vehicles);
  const [text = null] = vehicles.flatMap(({ action }) => (action === null ? [] : [action.userMessage]));
  return `${asked}: ${say.found(event.policies.length, vehicles.length)}.${shown(text, say)}`;
}

function named(event: Extract<MarketplaceEvent, { marketplaceId: number }>, say: Words): string {
  const kind = 'orderKind' in event ? event.orderKind : event.kind;
  return `${say.record[kind]} ${event.marketplaceId}`;
}

function shown(text: string | null, say: Words): string {
  return text === null ? '' : ` ${say.shown}: «${text}»`;
}

function describeFailure(error: DeliveryFailure, say: Words): string {
  switch (error.end) {
    case 'noAnswer':
      return say.silence === null ? error.detail : say.silence[error.why];
    case 'notUnderstood':
      return `${say.notUnderstood} ${error.status}`;
    case 'refused': {
      const told =
        say.statuses === null
          ? [error.problem?.title, error.problem?.detail].filter(Boolean).join(': ')
          : (say.statuses[error.status] ?? '');
      return told === ''
        ? `${say.refused} ${error.status}`
        : `${say.refused} ${error.status}, ${told.replace(/\.$/, '')}`;
    }
  }
}
