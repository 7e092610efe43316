import type { TFunction } from 'i18next';
import { maxRequestText } from '#shared/contract/decisions.ts';
import type { Finding, RecordDetail, RecordRow } from '#shared/contract/records.ts';
import type { Reason, Settings } from '#shared/contract/settings.ts';
import type { Format } from '../app/locale/format.ts';
import { findingText } from '../records/finding-text.ts';

/** The most findings that a text names; it is a letter, and not the list. */
const maxFindings = 12;

/** What an earlier invoice is known by. */
type EarlierInvoice = Pick<RecordRow, 'heading' | 'total'>;

/** Words and number forms of the language that whoever issued the invoice reads. */
type Words = { t: TFunction; format: Format };

/**
 * The text that asks whoever issued an invoice to mend it: why it is disputed, and its findings that nobody acknowledged.
 *
 * @param reason in the language of the words; null where none is chosen yet.
 * @param earlier the invoice that had the same receipt before; null where it is not known.
 */
export function requestText(
  record: Pick<
    RecordDetail,
    'claimNumber' | 'content' | 'findings' | 'marketplaceId' | 'partyName' | 'total'
  >,
  settings: Pick<Settings, 'company'> | null,
  reason: string | null,
  words: Words,
  earlier: EarlierInvoice | null = null,
): string {
  const { t, format } = words;
  if (record.content.kind !== 'financialDocument') return '';
  const { document } = record.content;
  const faults = record.findings
    .filter(({ severity, acknowledgement }) => severity !== 'info' && acknowledgement === null)
    .slice(0, maxFindings)
    .map((finding) => `- ${faultText(finding, earlier, words)}`);
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

/** A finding as its supplier reads it, who knows an earlier invoice by its receipt, date and amount, and not by our number. */
function faultText(finding: Finding, earlier: EarlierInvoice | null, words: Words): string {
  if (finding.code !== 'receipt.duplicate') return findingText(finding, words);
  const { t, format } = words;
  const receipt = String(finding.parameters['value'] ?? '');
  const heading = earlier?.heading?.kind === 'financialDocument' ? earlier.heading : null;
  if (earlier === null || heading === null || heading.documentDate === null || earlier.total === null)
    return t('decisions.request.duplicateUnknown', { receipt });
  return t('decisions.request.duplicate', {
    ...{ receipt, date: format.day(heading.documentDate) },
    amount: format.money(earlier.total, heading.currency ?? 'DOP'),
  });
}

/** The number of the invoice that had the same receipt before; null where none did. */
export const earlierNumberOf = ({ findings }: Pick<RecordDetail, 'findings'>): string | null => {
  const finding = findings.find(
    ({ code, acknowledgement }) => code === 'receipt.duplicate' && acknowledgement === null,
  );
  const number = finding?.parameters['number'];
  return typeof number === 'string' ? number : null;
};

/** The reason of the settings that each family of findings speaks for; what is more exact stands first. */
const reasonsOfFindings: readonly (readonly [codes: RegExp, reason: string])[] = [
  [/^receipt\.duplicate$/, 'duplicate'],
  [/^receipt\./, 'taxReceipt'],
  [/^order\.cancelled$/, 'orderCancelled'],
  [/^order\.overInvoiced$/, 'aboveOrder'],
  [/^price\.above/, 'abovePrice'],
  [/^arithmetic\./, 'wrongTotals'],
];

/** The reason that the gravest of an invoice's serious findings speaks for, of those that are offered; empty where none does. */
export function reasonForFindings(
  findings: readonly Finding[],
  offered: readonly Pick<Reason, 'code'>[],
): string {
  for (const { code, severity, acknowledgement } of findings) {
    if (severity === 'info' || acknowledgement !== null) continue;
    const reason = reasonsOfFindings.find(([codes]) => codes.test(code))?.[1];
    if (offered.some((one) => one.code === reason)) return reason ?? '';
  }
  return '';
}

/** The line of the text that says why; a reason may end with a full stop of its own. */
export const reasonLine = (reason: string, { t }: Pick<Words, 't'>): string =>
  t('decisions.request.reason', { reason: reason.trim().replace(/\.$/, '') });
