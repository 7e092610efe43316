import type { TFunction } from 'i18next';
import { maxRequestText } from '#shared/contract/decisions.ts';
import type { RecordDetail } from '#shared/contract/records.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { Format } from '../app/locale/format.ts';
import { findingText } from '../records/finding-text.ts';

/** The most findings that a text names; it is a letter, and not the list. */
const maxFindings = 12;

/** Words and number forms of the language that whoever issued the invoice reads. */
type Words = { t: TFunction; format: Format };

/**
 * The text that asks whoever issued an invoice to mend it: why it is disputed, and its findings that nobody acknowledged.
 *
 * @param reason in the language of the words; null where none is chosen yet.
 */
export function requestText(
  record: RecordDetail,
  settings: Pick<Settings, 'company'> | null,
  reason: string | null,
  words: Words,
): string {
  const { t, format } = words;
  if (record.content.kind !== 'financialDocument') return '';
  const { document } = record.content;
  const faults = record.findings
    .filter(({ severity, acknowledgement }) => severity !== 'info' && acknowledgement === null)
    .slice(0, maxFindings)
    .map((finding) => `- ${findingText(finding, words)}`);
  const lines = [
    t('decisions.request.greeting', { party: record.partyName ?? t('decisions.request.supplier') }),
    '',
    t('decisions.request.opening', {
      receipt: document.taxReceipt?.taxReceiptNumber ?? String(record.marketplaceId),
      amount: format.money(record.total, document.currency?.code ?? 'DOP'),
      claim: record.claimNumber ?? t('decisions.request.noClaim'),
    }),
    ...(reason === null ? [] : ['', reasonLine(reason, words)]),
    ...(faults.length === 0 ? [] : ['', ...faults]),
    '',
    t('decisions.request.asks'),
    '',
    settings?.company.name ?? '',
  ];
  return lines.join('\n').trim().slice(0, maxRequestText);
}

/** The line of the text that says why; a reason may end with a full stop of its own. */
export const reasonLine = (reason: string, { t }: Pick<Words, 't'>): string =>
  t('decisions.request.reason', { reason: reason.trim().replace(/\.$/, '') });
