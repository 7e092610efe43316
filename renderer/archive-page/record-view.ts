import type { PageAttachment, PageCancellation, PageRecord, PageRevision } from '#shared/archive-page.ts';
import { findingText } from '../records/finding-text.ts';
import { contentView } from './content-view.ts';
import { code, element, facts, section } from './element.ts';
import { lookupView, policyView } from './policy-view.ts';
import type { Words } from './words.ts';

/** What the page around a record does for it. */
export interface RecordViewOptions {
  /** Pictures are not beside the page. */
  onPictureMissing(): void;
  openClaim(claimNumber: string): void;
}

export function recordView(record: PageRecord, words: Words, options: RecordViewOptions): HTMLElement {
  const { t, format } = words;
  const kind = t(`records.kind.${record.kind}`);
  const pictures = record.attachments.filter(isPicture);
  const papers = record.attachments.filter((one) => !isPicture(one));
  const notes = record.notes.map(({ at, who, text }) =>
    element('li', '', element('p', 'text', text), element('small', '', `${who} · ${format.exact(at)}`)),
  );
  const audit = record.audit.map(({ at, who, action }) =>
    element('li', '', element('code', '', action), element('small', '', ` ${who} · ${format.exact(at)}`)),
  );
  return element(
    'article',
    'record',
    element(
      'header',
      '',
      element(
        'p',
        'kind',
        kind,
        record.isCancelled ? element('span', 'mark cancelled', t('archivePage.cancelled')) : null,
      ),
      element('h1', '', record.number),
      element('p', 'lead', leadOf(record, words)),
    ),
    facts([
      [t('records.facts.claim'), claimLink(record, options)],
      [t('records.facts.taxId'), record.partyTaxId],
      [t('archivePage.marketplaceId'), String(record.marketplaceId)],
      [t('archivePage.received'), format.exact(record.receivedAt)],
      [
        t('archivePage.reviewed'),
        record.reviewedAt === null
          ? null
          : t('archivePage.reviewedBy', {
              who: record.reviewedBy ?? '',
              when: format.exact(record.reviewedAt),
            }),
      ],
    ]),
    section(
      t('archivePage.section.photos'),
      pictures.length === 0
        ? null
        : element('div', 'photos', ...pictures.map((one) => photoView(one, words, options))),
    ),
    section(
      t('archivePage.section.documents'),
      papers.length === 0 ? null : element('ul', 'plain', ...papers.map((one) => paperView(one, words))),
    ),
    findingsView(record, words),
    section(t('archivePage.section.notes'), notes.length === 0 ? null : element('ul', 'plain', ...notes)),
    section(
      t('archivePage.section.cancellations'),
      ...record.cancellations.map((one) => cancellationView(one, words)),
    ),
    section(t('archivePage.section.policies'), ...record.policies.map((one) => policyView(one, words))),
    section(t('archivePage.section.lookups'), ...record.lookups.map((one) => lookupView(one, words))),
    section(
      t('archivePage.section.data'),
      ...(record.content === null ? [] : contentView(record.content, words)),
    ),
    section(t('archivePage.section.revisions'), ...record.revisions.map((one) => revisionView(one, words))),
    section(t('archivePage.section.audit'), audit.length === 0 ? null : element('ul', 'plain', ...audit)),
  );
}

function leadOf(
  { partyName, about, firstItem, itemCount, total, currency }: PageRecord,
  { t, format }: Words,
): string {
  const more =
    itemCount > 1 ? t('records.row.itemMore', { first: firstItem ?? '', count: itemCount - 1 }) : firstItem;
  const money = total === null ? null : format.money(total, currency ?? 'DOP');
  return [about, partyName, more, money].filter((one) => one !== null && one !== '').join(' · ');
}

function claimLink({ claimNumber }: PageRecord, { openClaim }: RecordViewOptions): HTMLElement | null {
  if (claimNumber === null) return null;
  const link = element('a', '', claimNumber);
  link.href = `#claim=${encodeURIComponent(claimNumber)}`;
  link.addEventListener('click', (event) => {
    event.preventDefault();
    openClaim(claimNumber);
  });
  return link;
}

const isPicture = ({ role, shownAs }: PageAttachment): boolean =>
  shownAs === 'image' || (role === 'picture' && shownAs === null);

/** A file of the archive; a browser shows a picture or a PDF, and saves anything else. */
function fileLink(attachment: PageAttachment, text: string): HTMLAnchorElement | null {
  if (attachment.part === null) return null;
  const link = element('a', '', text);
  link.href = attachment.part;
  link.target = '_blank';
  link.rel = 'noreferrer';
  if (attachment.shownAs === 'downloadOnly' || attachment.shownAs === null)
    link.download = attachment.filename;
  return link;
}

function photoView(
  attachment: PageAttachment,
  words: Words,
  { onPictureMissing }: RecordViewOptions,
): HTMLElement {
  const { t, format } = words;
  const { part, preview, caption, filename } = attachment;
  const name = caption ?? filename;
  const shown = preview ?? part;
  const figure = element('figure', '');
  if (shown === null) figure.append(element('div', 'missing', absenceOf(attachment, words)));
  else {
    const picture = element('img', '');
    const link = element('a', 'photo', picture);
    picture.alt = name;
    picture.loading = 'lazy';
    picture.decoding = 'async';
    picture.addEventListener('error', () => {
      link.replaceWith(element('div', 'missing', t('archivePage.notBeside')));
      onPictureMissing();
    });
    picture.src = shown;
    link.href = shown;
    link.target = '_blank';
    link.rel = 'noreferrer';
    figure.append(link);
  }
  figure.append(
    element(
      'figcaption',
      '',
      name,
      preview === null ? null : element('small', '', fileLink(attachment, t('archivePage.original'))),
      ...attachment.annotations.map(({ at, who, text }) =>
        element('small', 'text', `${text} — ${who}, ${format.exact(at)}`),
      ),
      ...attachment.similar.map((other) =>
        element(
          'small',
          'text',
          t('archivePage.similar', { number: other.number, filename: other.filename }),
        ),
      ),
    ),
  );
  return figure;
}

function absenceOf({ state, problem }: PageAttachment, { t }: Words): string {
  if (problem !== null) return t(`downloads.problem.${problem}`);
  return state === 'stored' ? t('archivePage.notHere') : t(`downloads.state.${state}`);
}

function paperView(attachment: PageAttachment, words: Words): HTMLElement {
  const { filename, caption, bytes, mediaType, address } = attachment;
  const size = bytes === null ? null : words.format.bytes(bytes);
  const about = [filename === caption ? null : caption, mediaType, size]
    .filter((one) => one !== null)
    .join(' · ');
  return element(
    'li',
    '',
    fileLink(attachment, filename) ?? element('span', '', filename),
    element('small', '', ` ${about}`),
    attachment.part === null
      ? element('p', 'text', absenceOf(attachment, words), address === null ? null : ` ${address}`)
      : null,
  );
}

function findingsView({ findings }: PageRecord, words: Words): HTMLElement | null {
  const { t, format } = words;
  const items = findings.map((one) => {
    const { acknowledgement: by } = one;
    return element(
      'li',
      `finding ${one.severity}${by === null ? '' : ' settled'}`,
      element('span', 'mark', t(`records.findings.severity.${one.severity}`)),
      element('span', 'text', findingText(one, words)),
      by === null
        ? null
        : element(
            'small',
            '',
            t('archivePage.acknowledged', { who: by.who, when: format.exact(by.at), reason: by.reason }),
          ),
    );
  });
  return section(
    t('archivePage.section.findings'),
    items.length === 0 ? null : element('ul', 'plain', ...items),
  );
}

function cancellationView(cancellation: PageCancellation, { t, format }: Words): HTMLElement {
  const { state, verdict, decidedAt, decidedBy, deliveredAt, responseText } = cancellation;
  const asks = cancellation.asks.map(({ receivedAt, reason, comments, askedBy, answer, delivery }) =>
    element(
      'li',
      '',
      element(
        'p',
        'text',
        [reason ?? t('cancellations.detail.noReason'), comments].filter((one) => one).join(' · '),
      ),
      element(
        'small',
        '',
        [
          askedBy ?? t('archivePage.unknownWho'),
          t('archivePage.asked', { when: format.exact(receivedAt) }),
          answer === null ? null : t(`cancellations.detail.askAnswer.${answer}`),
          t(`cancellations.detail.delivery.${delivery}`),
        ]
          .filter((one) => one !== null)
          .join(' · '),
      ),
    ),
  );
  const decided =
    verdict === null || decidedAt === null
      ? null
      : t(`archivePage.decided.${verdict}`, { who: decidedBy ?? '', when: format.exact(decidedAt) });
  const delivered =
    deliveredAt === null
      ? t('archivePage.notDelivered')
      : t('archivePage.delivered', { when: format.exact(deliveredAt) });
  return element(
    'div',
    'group',
    element('h3', '', t(`cancellations.state.${state}`)),
    decided === null ? null : element('p', '', `${decided} · ${delivered}`),
    responseText === null ? null : element('p', 'text', `«${responseText}»`),
    element('ul', 'plain', ...asks),
  );
}

function revisionView(
  { revision, receivedAt, bytes, sha256, body, part }: PageRevision,
  { t, format }: Words,
): HTMLElement {
  const details = element('details', 'revision');
  const summary = t('archivePage.revision', {
    revision,
    when: format.exact(receivedAt),
    size: format.bytes(bytes),
  });
  details.append(element('summary', '', summary), element('p', 'hash', `SHA-256 ${sha256}`));
  // A long text is laid out when somebody wants to see it.
  details.addEventListener('toggle', () => {
    if (!details.open || details.querySelector('pre') !== null) return;
    details.append(body === null ? element('p', '', t('archivePage.longBody', { part })) : code(body));
  });
  return details;
}
