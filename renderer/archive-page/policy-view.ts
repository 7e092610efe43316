import type { PageLookup, PagePolicy } from '#shared/archive-page.ts';
import { code, element, facts } from './element.ts';
import type { Words } from './words.ts';

/** A policy as the book had it, with the vehicles that a record is about. */
export function policyView(policy: PagePolicy, words: Words): HTMLElement {
  const { t } = words;
  const { number, owner, identification, phone, address } = policy;
  return element(
    'div',
    'group',
    element('h3', '', number),
    facts([
      [t('archivePage.policy.owner'), owner],
      [t('archivePage.policy.identification'), identification],
      [t('archivePage.policy.phone'), phone],
      [t('archivePage.policy.address'), address],
    ]),
    element('ul', 'plain', ...policy.vehicles.map((one) => vehicleView(one, words))),
  );
}

function vehicleView(vehicle: PagePolicy['vehicles'][number], { t, format }: Words): HTMLElement {
  const { vin, name, validFrom, validTo, coverages, excluded, premiumUnpaid } = vehicle;
  const day = (iso: string | null) => (iso === null ? t('archivePage.policy.open') : format.day(iso));
  const marks = [
    excluded ? t('archivePage.policy.excluded') : null,
    premiumUnpaid ? t('archivePage.policy.premiumUnpaid') : null,
  ];
  return element(
    'li',
    '',
    [name, vin].filter((one) => one !== '').join(' · '),
    ...marks.map((mark) => (mark === null ? null : element('span', 'mark', mark))),
    element('small', '', ` ${t('archivePage.policy.period', { from: day(validFrom), until: day(validTo) })}`),
    coverages.length === 0
      ? null
      : element(
          'p',
          'text',
          coverages.map((one) => [one.code, one.name].filter(Boolean).join(' ')).join(' · '),
        ),
  );
}

/** What the marketplace asked of the book, with what was answered. */
export function lookupView(lookup: PageLookup, { t, format }: Words): HTMLElement {
  const { at, kind, policyNumber, vin, incidentDate, status, vehicles, answer } = lookup;
  const asked = [policyNumber, vin, incidentDate === null ? null : format.day(incidentDate)];
  const found =
    status === 200
      ? t('archivePage.lookup.found', { count: vehicles })
      : t('archivePage.lookup.status', { status });
  const summary = [t(`archivePage.lookup.${kind}`), format.exact(at), ...asked, found];
  const details = element('details', 'revision');
  details.append(element('summary', '', summary.filter((one) => one !== null && one !== '').join(' · ')));
  // A long text is laid out when somebody wants to see it.
  details.addEventListener('toggle', () => {
    if (!details.open || details.children.length > 1) return;
    details.append(answer === null ? element('p', '', t('archivePage.lookup.notHere')) : code(answer));
  });
  return details;
}
