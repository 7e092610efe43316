import type { PageSubject } from '#shared/archive-page.ts';
import { element, facts, section, table } from './element.ts';
import type { Words } from './words.ts';

/** One person, where it was looked for him, and what is kept of him beside records. */
export function subjectView(subject: PageSubject, words: Words): HTMLElement {
  const { t, format } = words;
  const { kind, value, found, relations } = subject;
  const who = { by: t(`dataSubject.by.${kind}`), value };
  const count = (all: number) => format.count(all);
  const of = (list: { total: number; rows: readonly unknown[] }) =>
    list.rows.length === list.total
      ? null
      : element(
          'p',
          'notice',
          t('dataSubject.firstOf', { shown: count(list.rows.length), all: count(list.total) }),
        );
  const lines = <Row>(list: { rows: readonly Row[] }, line: (row: Row) => (string | null)[]) =>
    list.rows.map((row) => element('p', 'text', line(row).filter(Boolean).join(' · ')));
  return element(
    'article',
    'record',
    element('h1', '', t('dataSubject.found', who)),
    element('p', '', t('dataSubject.at', { when: format.exact(found.at) })),
    element('p', 'notice', t('dataSubject.export.warning')),
    facts(
      relations.map((relation) => [
        t(`dataSubject.relation.${relation}`),
        count(found.records.relations[relation]),
      ]),
    ),
    section(
      t('dataSubject.policies'),
      of(found.policies),
      ...found.policies.rows.flatMap(
        ({ insurancePolicyNumber, displayName, companyTaxId, identification, vehicles }) => [
          element('h3', '', insurancePolicyNumber),
          facts([
            [t('archivePage.policy.owner'), displayName],
            [
              t('archivePage.policy.identification'),
              [companyTaxId, identification].filter(Boolean).join(' · '),
            ],
            [
              t('dataSubject.vehicles'),
              vehicles.map((one) => `${one.makeName} ${one.modelName} ${one.vin}`).join(' · '),
            ],
          ]),
        ],
      ),
    ),
    section(
      t('dataSubject.lookups'),
      of(found.lookups),
      ...lines(found.lookups, ({ at, kind: what, insurancePolicyNumber, vin }) => [
        format.exact(at),
        t(`archivePage.lookup.${what}`),
        insurancePolicyNumber,
        vin,
      ]),
    ),
    section(
      t('dataSubject.rejected'),
      of(found.rejected),
      ...lines(found.rejected, ({ at, method, path, title }) => [
        format.exact(at),
        `${method} ${path}`,
        title,
      ]),
    ),
    section(
      t('dataSubject.texts'),
      of(found.texts),
      ...lines(found.texts, ({ source, text }) => [t(`dataSubject.source.${source}`), text]),
    ),
    section(
      t('dataSubject.bundles.title'),
      ...found.bundles.map(({ file, isThere, records }) =>
        element(
          'p',
          'notice',
          `${file}: ${isThere ? t('dataSubject.bundles.there', { count: records, shown: count(records) }) : t('dataSubject.bundles.away')}`,
        ),
      ),
    ),
    section(
      t('dataSubject.places.title'),
      table(
        [
          { label: t('dataSubject.places.place'), isFigure: false },
          { label: t('dataSubject.places.lookedAt'), isFigure: true },
          { label: t('dataSubject.places.found'), isFigure: true },
        ],
        found.places.map((one) => [
          t(`dataSubject.place.${one.place}`),
          count(one.lookedAt),
          count(one.found),
        ]),
      ),
      ...found.places
        .filter(({ unread }) => unread > 0)
        .map(({ place, unread }) =>
          element(
            'p',
            'notice',
            t(place === 'pdfs' ? 'dataSubject.places.withoutText' : 'dataSubject.places.unread', {
              count: unread,
              shown: count(unread),
            }),
          ),
        ),
      element('p', '', t('dataSubject.places.note')),
      found.textsSearched ? null : element('p', 'notice', t('dataSubject.places.shortPolicy')),
    ),
  );
}
