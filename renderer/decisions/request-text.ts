import type { TFunction } from 'i18next';
import { maxRequestText } from '#shared/contract/decisions.ts';
import type { RecordDetail } from '#shared/contract/records.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { Format } from '../app/locale/format.ts';
import { findingText } from '../records/finding-text.ts';

/** The most findings that a text names; it is a letter, and not the list. */
const maxFindings = 12;

/**
 * The text that asks whoever issued an invoice to mend it, from its findings that nobody acknowledged. It is for them to
 * read, so `t` and `format` are Spanish whatever the screen speaks.
 */
export function requestText(
  record: RecordDetail,
  settings: Pick<Settings, 'company'> | null,
  words: { t: TFunction; format: Format },
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
    ...(faults.length === 0 ? [] : ['', ...faults]),
    '',
    t('decisions.request.asks'),
    '',
    settings?.company.name ?? '',
  ];
  return lines.join('\n').trim().slice(0, maxRequestText);
}
