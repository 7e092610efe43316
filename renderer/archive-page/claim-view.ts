import type { PageClaim, PageRow } from '#shared/archive-page.ts';
import type { LedgerRow, TimelineEntry } from '#shared/contract/claims.ts';
import { numberOfEnvironmentKey } from '#shared/contract/receiver-keys.ts';
import { verdict } from '#shared/terms.ts';
import { invoiceDecisionText } from '../decisions/act-text.ts';
import { element, section, table } from './element.ts';
import type { Words } from './words.ts';

/** A claim: its money by party, its records, and what happened. */
export function claimView(
  claim: PageClaim,
  rowsById: ReadonlyMap<number, PageRow>,
  words: Words,
  openRecord: (id: number) => void,
): HTMLElement {
  const { t, format } = words;
  const records = claim.records.flatMap((id) => {
    const row = rowsById.get(id);
    if (row === undefined) return [];
    const link = element('a', '', row.number);
    link.href = `#record=${id}`;
    link.addEventListener('click', (event) => {
      event.preventDefault();
      openRecord(id);
    });
    return [
      element(
        'li',
        '',
        link,
        element('small', '', ` ${t(`records.kind.${row.kind}`)} · ${row.partyName ?? ''}`),
      ),
    ];
  });
  const story = claim.timeline.map((entry) =>
    element(
      'li',
      '',
      element('span', 'text', eventText(entry, rowsById, words)),
      element(
        'small',
        '',
        ` ${[format.exact(entry.at), whoText(entry, words)].filter((one) => one !== null).join(' · ')}`,
      ),
    ),
  );
  return element(
    'article',
    'record',
    element(
      'header',
      '',
      element('p', 'kind', t('archivePage.section.claim')),
      element('h1', '', claim.claimNumber),
    ),
    section(t('claims.detail.section.ledger'), ledgerView(claim.ledger, words)),
    section(
      t('archivePage.claims.records'),
      records.length === 0 ? null : element('ul', 'plain', ...records),
    ),
    section(t('archivePage.claims.story'), story.length === 0 ? null : element('ul', 'plain', ...story)),
  );
}

const amounts = ['ordered', 'cancelled', 'invoiced', 'credited', 'outstanding', 'toCredit'] as const;

function ledgerView(ledger: readonly LedgerRow[], { t, format }: Words): HTMLElement {
  if (ledger.length === 0) return element('p', '', t('claims.amounts.none'));
  return table(
    [
      { label: t('claims.amounts.party'), isFigure: false },
      ...amounts.map((name) => ({ label: t(`claims.amounts.${name}`), isFigure: true })),
    ],
    ledger.map((row) => [
      row.party ?? row.partyTaxId ?? t('claims.amounts.noParty'),
      ...amounts.map((name) => format.money(row[name], row.currency)),
    ]),
  );
}

function eventText(
  { event, recordId, text }: TimelineEntry,
  rowsById: ReadonlyMap<number, PageRow>,
  { t }: Words,
): string {
  const row = recordId === null ? undefined : rowsById.get(recordId);
  const number = row?.number ?? '';
  if (event === 'record') {
    const what = row === undefined ? '' : `${t(`records.kind.${row.kind}`)} ${number}`;
    return t('claims.event.record', { what });
  }
  const of = number === '' ? '' : ` · ${number}`;
  if (event === 'decided') {
    const said = verdict.safeParse(text);
    return `${said.success ? t(`claims.event.decided.${said.data}`) : ''}${of}`;
  }
  if (event === 'invoiceDecision') return `${invoiceDecisionText(text, t)}${of}`;
  if (event === 'revision') return `${t('claims.event.revision', { text: text ?? '' })}${of}`;
  return `${t(`claims.event.${event}`)}${of}${text === null ? '' : `: ${text}`}`;
}

/** A person, or the key by which the marketplace called. */
function whoText({ who }: TimelineEntry, { t }: Words): string | null {
  const number = who === null ? null : numberOfEnvironmentKey(who);
  return number === null ? who : t('common.environmentKey', { number });
}
