/**
 * The page that every archive carries (`LEAME.html`): it shows what stands in it, wherever it is opened, and needs no network, no
 * server and nothing but itself. It is built into one script, which the archive's writer puts into each page.
 */
import type { PageRow } from '#shared/archive-page.ts';
import type { Locale } from '#shared/terms.ts';
import { recordKinds } from '#shared/terms.ts';
import { withoutAccents } from '#shared/without-accents.ts';
import { checkView } from './check-view.ts';
import { claimView } from './claim-view.ts';
import { readPage } from './data.ts';
import { button, element } from './element.ts';
import { recordList } from './record-list.ts';
import { type RecordViewOptions, recordView } from './record-view.ts';
import { subjectView } from './subject-view.ts';
import { startWords, type Words, wordsIn } from './words.ts';

const page = readPage();
/** Of a person there is one more, which comes first. */
const tabs = [
  ...(page.about.subject === null ? [] : (['subject'] as const)),
  ...(['records', 'claims', 'check'] as const),
];
type Tab = (typeof tabs)[number];

const rowsById = new Map(page.rows.map((row) => [row.id, row]));
/** What each is found by; made once, since a search goes through all of them at each letter. */
const wordsOfRow = new Map(page.rows.map((row) => [row.id, wordsOf(row)]));

/** What is shown; it stays when the language changes. */
const shown: {
  locale: Locale;
  tab: Tab;
  record: number | null;
  claim: string | null;
  search: string;
  kind: string;
} = {
  locale: navigator.language.toLowerCase().startsWith('en') ? 'en' : 'es',
  tab: tabs[0] ?? 'records',
  record: null,
  claim: null,
  search: '',
  kind: '',
};
let isAlone = false;

function wordsOf({ number, claimNumber, partyName, about, firstItem, words }: PageRow): string {
  return `${withoutAccents([number, claimNumber, partyName, about, firstItem].join(' '))} ${words}`;
}

function rowsFound(): readonly PageRow[] {
  const sought = withoutAccents(shown.search).split(/\s+/).filter(Boolean);
  return page.rows.filter(({ id, kind }) => {
    if (shown.kind !== '' && shown.kind !== kind) return false;
    const own = wordsOfRow.get(id) ?? '';
    return sought.every((word) => own.includes(word));
  });
}

function draw(): void {
  const words = wordsIn(shown.locale);
  const { t } = words;
  document.documentElement.lang = shown.locale;
  const name = page.about.company.name;
  document.title = name === '' ? t('archivePage.title') : t('archivePage.of', { company: name });
  const band = element('p', 'band', t('archivePage.alone'));
  band.hidden = !isAlone;
  const options: RecordViewOptions = {
    onPictureMissing() {
      isAlone = true;
      band.hidden = false;
    },
    openClaim: (claim) => go({ tab: 'claims', claim }),
  };
  const { subject } = page.about;
  const bodies: Record<Tab, () => HTMLElement> = {
    subject: () => element('main', 'alone', subject === null ? null : subjectView(subject, words)),
    records: () => recordsView(words, options),
    claims: () => claimsView(words),
    check: () => element('main', 'alone', checkView(page.about, words)),
  };
  document.getElementById('page')?.replaceChildren(headView(words), band, bodies[shown.tab]());
}

function go(to: Partial<typeof shown>): void {
  Object.assign(shown, to);
  const place = { subject: null, records: shown.record, claims: shown.claim, check: null }[shown.tab];
  const names = { subject: 'subject', records: 'record', claims: 'claim', check: 'check' };
  history.replaceState(
    null,
    '',
    `#${names[shown.tab]}${place === null ? '' : `=${encodeURIComponent(place)}`}`,
  );
  draw();
}

function headView(words: Words): HTMLElement {
  const { t, format } = words;
  const { about } = page;
  const marks = [
    about.sampleData ? element('span', 'mark', t('archivePage.sample')) : null,
    about.keyFingerprint === null ? element('span', 'mark', t('archivePage.unsigned')) : null,
  ];
  const counts = { records: format.count(page.rows.length), contents: format.count(about.counts.contents) };
  const navigation = element(
    'nav',
    '',
    ...tabs.map((tab) => {
      const one = button(tab === shown.tab ? 'tab current' : 'tab', t(`archivePage.tab.${tab}`), () =>
        go({ tab }),
      );
      if (tab === shown.tab) one.setAttribute('aria-current', 'page');
      return one;
    }),
  );
  const language = button('quiet', t('archivePage.language'), () =>
    go({ locale: shown.locale === 'es' ? 'en' : 'es' }),
  );
  language.lang = shown.locale === 'es' ? 'en' : 'es';
  return element(
    'header',
    'head',
    element(
      'div',
      'title',
      element('strong', '', document.title, ...marks),
      element(
        'small',
        '',
        `${t('archivePage.made', { when: format.exact(about.createdAt), version: about.version })} · ${t('archivePage.counts', counts)}`,
      ),
    ),
    navigation,
    language,
  );
}

function recordsView(words: Words, options: RecordViewOptions): HTMLElement {
  const { t, format } = words;
  const detail = element('div', 'detail');
  const showDetail = () => {
    const record = shown.record === null ? undefined : page.record(shown.record);
    body.classList.toggle('open', record !== undefined);
    if (record === undefined) {
      detail.replaceChildren(element('p', 'empty', t('archivePage.choose')));
      return;
    }
    const back = button('quiet narrow', t('archivePage.back'), () => go({ record: null }));
    const print = button('quiet', t('archivePage.print'), () => window.print());
    detail.replaceChildren(element('div', 'actions', back, print), recordView(record, words, options));
    detail.scrollTop = 0;
  };
  const list = recordList(words, (id) => {
    shown.record = id;
    history.replaceState(null, '', `#record=${id}`);
    list.select(id);
    showDetail();
  });
  const count = element('p', 'count');
  const printAll = button('quiet', '', () => void printRecords(rowsFound(), words, options, printAll));
  const search = element('input', '');
  search.type = 'search';
  search.placeholder = t('archivePage.searchPlaceholder');
  search.setAttribute('aria-label', t('archivePage.search'));
  search.value = shown.search;
  const kinds = element('select', '');
  kinds.setAttribute('aria-label', t('archivePage.kind'));
  kinds.append(new Option(t('archivePage.allKinds'), ''));
  for (const kind of recordKinds) kinds.append(new Option(t(`records.kind.${kind}`), kind));
  kinds.value = shown.kind;
  const find = () => {
    shown.search = search.value;
    shown.kind = kinds.value;
    const found = rowsFound();
    count.textContent =
      found.length === 0
        ? t('archivePage.none')
        : t('archivePage.found', { count: found.length, shown: format.count(found.length) });
    printAll.textContent = t('archivePage.printAll', {
      count: found.length,
      all: format.count(found.length),
    });
    printAll.hidden = found.length === 0;
    list.show(found);
    list.select(shown.record);
  };
  search.addEventListener('input', find);
  kinds.addEventListener('change', find);
  const side = element('div', 'side', element('div', 'find', search, kinds, count, printAll), list.element);
  const body = element('main', 'two', side, detail);
  find();
  showDetail();
  return body;
}

function claimsView(words: Words): HTMLElement {
  const { t } = words;
  const detail = element('div', 'detail');
  const items = page.claims.map((claim) => {
    const one = button(
      claim.claimNumber === shown.claim ? 'row plain selected' : 'row plain',
      claim.claimNumber,
      () => go({ claim: claim.claimNumber }),
    );
    return element('li', '', one);
  });
  const list =
    items.length === 0
      ? element('p', 'empty', t('archivePage.claims.none'))
      : element('ul', 'claims', ...items);
  const claim = page.claims.find(({ claimNumber }) => claimNumber === shown.claim);
  if (claim === undefined)
    detail.append(element('p', 'empty', items.length === 0 ? '' : t('archivePage.choose')));
  else {
    const back = button('quiet narrow', t('archivePage.back'), () => go({ claim: null }));
    const print = button('quiet', t('archivePage.print'), () => window.print());
    const view = claimView(claim, rowsById, words, (record) =>
      go({ tab: 'records', record, search: '', kind: '' }),
    );
    detail.append(element('div', 'actions', back, print), view);
  }
  const body = element('main', 'two', element('div', 'side', list), detail);
  body.classList.toggle('open', claim !== undefined);
  return body;
}

/** Records that are laid out before the page gets its turn again. */
const atOnce = 25;

/** Puts all of them on the page for the printer alone, and takes them away once it has them. */
async function printRecords(
  rows: readonly PageRow[],
  words: Words,
  options: RecordViewOptions,
  teller: HTMLElement,
): Promise<void> {
  const all = element('div', 'all');
  const before = teller.textContent;
  for (const [index, { id }] of rows.entries()) {
    const record = page.record(id);
    if (record !== undefined) all.append(recordView(record, words, options));
    if (index % atOnce !== 0) continue;
    teller.textContent = words.t('archivePage.preparing', { done: index, all: rows.length });
    await new Promise((resolve) => setTimeout(resolve));
  }
  // Nothing scrolls to them, so nothing else would have them loaded.
  for (const picture of all.querySelectorAll('img')) picture.loading = 'eager';
  document.body.append(all);
  await Promise.all([...all.querySelectorAll('img')].map((picture) => picture.decode().catch(() => {})));
  document.body.classList.add('printing');
  window.addEventListener(
    'afterprint',
    () => {
      document.body.classList.remove('printing');
      all.remove();
      teller.textContent = before;
    },
    { once: true },
  );
  window.print();
}

/** What the address asks for: a record, a claim, or how to check the archive. */
function readAddress(): void {
  const [name, value = ''] = location.hash.slice(1).split('=');
  if (name === 'record' && rowsById.has(Number(value)))
    Object.assign(shown, { tab: 'records', record: Number(value) });
  else if (name === 'claim')
    Object.assign(shown, { tab: 'claims', claim: decodeURIComponent(value) || null });
  else if (name === 'check') shown.tab = 'check';
}

// It is one script without modules, which cannot wait at its top.
void startWords().then(() => {
  readAddress();
  draw();
});
