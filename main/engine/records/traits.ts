import Big from 'big.js';
import type { RecordContent } from '#shared/marketplace/record-content.ts';
import { currencyCode } from '#shared/rules/currency.ts';
import { readDominicanTime } from '#shared/rules/dominican-time.ts';
import { withoutAccents } from '#shared/without-accents.ts';
import { type FilterChoice, indexKey, type RecordSummary, type RecordTraits } from '../store/index.ts';
import { partyOf, taxIdValue } from './links.ts';
import { textValue } from './text-value.ts';

/** Longer names and makes are sorted and found by their beginning. */
const maxNameLength = 60;

/** A name as it is compared: in lower case, without accents and needless spaces; null where it is empty. */
export function nameKey(text: string | null): string | null {
  const key = withoutAccents((text ?? '').trim().replaceAll(/\s+/g, ' ')).slice(0, maxNameLength);
  return key === '' ? null : indexKey(key.toWellFormed());
}

/** An amount in hundredths, rounded half up, as far as an integer holds it; null of none. */
export function hundredthsOf(total: string | null): number | null {
  if (total === null) return null;
  const hundredths = Number(new Big(total).times(100).round(0, Big.roundHalfUp).toFixed());
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, hundredths));
}

/** The currency by which a record's amount is compared; no longer than a code or a word for one. */
const currencyOf = (text: string | null): string => indexKey(currencyCode(text).slice(0, 10).toWellFormed());

/** What of the traits hangs on the row alone, which is all that is left of a record in a bundle. */
export function traitsOfRow(
  { partyName, total }: Pick<RecordSummary, 'partyName' | 'total'>,
  currency: string | null,
): Pick<RecordTraits, 'partyOrder' | 'currency' | 'amount'> {
  const amount = hundredthsOf(total);
  return {
    partyOrder: nameKey(partyName),
    currency: amount === null ? null : currencyOf(currency),
    amount,
  };
}

/** What a record is filtered and sorted by. */
export function traitsOf(content: RecordContent, summary: RecordSummary): RecordTraits {
  const { partyTaxId, datedOn } = partyOf(content);
  const workshop = content.kind === 'purchaseOrder' ? taxIdValue(content.order.workshopTaxId) : null;
  const general = content.kind === 'incidentReport' ? content.report.generalInfo : null;
  const currency =
    content.kind === 'financialDocument' ? textValue(content.document.currency?.code ?? null) : null;
  return {
    partyTaxId,
    workshopTaxId: workshop === partyTaxId ? null : workshop,
    datedOn: datedOn ?? readDominicanTime(general?.incidentDateTime)?.day ?? null,
    make: nameKey(general?.vehicleMakeName ?? null),
    ...traitsOfRow(summary, currency),
  };
}

/** What a record brings that filters offer to choose from: its parties with their names, and the make. */
export function choicesOf(
  content: RecordContent,
  { partyTaxId, workshopTaxId, make }: RecordTraits,
): FilterChoice[] {
  const choices: FilterChoice[] = [];
  const add = (name: FilterChoice['name'], value: string | null, said: string | number | null) => {
    const label = textValue(said?.toString() ?? null);
    const labelOrder = nameKey(label);
    if (value !== null && label !== null && labelOrder !== null)
      choices.push({ name, value, label, labelOrder });
  };
  switch (content.kind) {
    case 'purchaseOrder':
      add('party', partyTaxId, content.order.supplierName);
      add('party', workshopTaxId, content.order.workshopName);
      break;
    case 'serviceOrder':
      add('party', partyTaxId, content.order.workshopPersonName);
      break;
    case 'financialDocument':
      add('party', partyTaxId, content.document.createdBy?.personName ?? null);
      break;
    case 'incidentReport':
      add('party', partyTaxId, content.report.workshopPerson?.personName ?? null);
      add('make', make, content.report.generalInfo?.vehicleMakeName ?? null);
  }
  return choices;
}
