/** A record or a claim on paper: what is known of it, section by section. */
import type { SheetCell } from '#shared/contract/exports.ts';
import type { Finding, RecordDetail } from '#shared/contract/records.ts';
import type { RecordContent } from '#shared/marketplace/record-content.ts';
import type { PrintWords } from '#shared/print-words.ts';
import type { Locale, RecordKind } from '#shared/terms.ts';
import { ExportProblem } from './export-problem.ts';
import type { Reading } from './lists.ts';
import { type Forms, formsOf, type Paper, type Section } from './paper.ts';
import { loadPrintWords } from './print-words.ts';
import type { Column } from './sheet.ts';
import { personNames, reasonOf, standingOf } from './standing.ts';
import { type ColumnName, type Words, wordsOf } from './words.ts';

interface Language {
  locale: Locale;
  words: Words;
  forms: Forms;
  print: PrintWords;
}

const languageOf = async (locale: Locale): Promise<Language> => ({
  ...{ locale, words: wordsOf(locale), forms: formsOf(locale) },
  print: await loadPrintWords(),
});

/** Rejects with an `ExportProblem` where no record has this id. */
export async function recordPaper(
  reading: Pick<Reading, 'decisions' | 'people' | 'records' | 'settings'>,
  id: number,
  locale: Locale,
): Promise<Paper> {
  const record = await reading.records.get({ id }).catch((failure: unknown) => {
    throw notFound(failure);
  });
  const language = await languageOf(locale);
  const { words, forms } = language;
  const currency = currencyOf(record);
  const lead = [record.partyName ?? '', forms.amount(record.total, currency)].filter((text) => text !== '');
  const sections: Section[] = [
    {
      title: words.paper.received,
      facts: receivedFacts(record, await personNames(reading), language),
    },
    ...(record.kind === 'financialDocument' ? await decisionSections(reading, id, language) : []),
    ...contentSections(record.content, language),
    { title: words.column.findingCount, ...findingTable(record.findings, language) },
  ];
  if (record.attachments.length > 0)
    sections.push({
      title: words.paper.files,
      columns: columnsOf(words, ['file', 40], ['role', 14], ['state', 20], ['detail', 24]),
      rows: record.attachments.map(({ filename, role, state, caption }) => [
        filename,
        words.term[role] ?? role,
        words.term[state === 'refused' ? 'notDownloaded' : state] ?? state,
        caption,
      ]),
    });
  if (record.notes.length > 0)
    sections.push({
      title: words.paper.notes,
      columns: [
        { title: words.column.at, type: 'instant', width: 20 },
        ...columnsOf(words, ['person', 20], ['note', 70]),
      ],
      rows: record.notes.map(({ at, who, text }) => [at, who, text]),
    });
  return {
    title: `${words.term[record.kind]} ${record.number}`,
    lead: [lead.join(' · ')],
    isWide: false,
    sections,
  };
}

const notFound = (failure: unknown): unknown =>
  failure instanceof Error && 'code' in failure && failure.code === 'NOT_FOUND'
    ? new ExportProblem('notFound', 'What was to be exported is not there.', failure)
    : failure;

const currencyOf = ({ heading }: Pick<RecordDetail, 'heading'>): string =>
  (heading?.kind === 'financialDocument' ? heading.currency : null) ?? 'DOP';

const columnsOf = (words: Words, ...named: readonly (readonly [ColumnName, number])[]): Column[] =>
  named.map(([name, width]) => ({ title: words.column[name], type: 'text', width }));

/** What was decided on an invoice, why and by whom, what was asked of its supplier, and every act before. */
async function decisionSections(
  reading: Pick<Reading, 'decisions' | 'settings'>,
  recordId: number,
  { words, forms }: Language,
): Promise<Section[]> {
  const decisions = await reading.decisions.get({ recordId });
  if (decisions.lack === 'creditNote') return [];
  const { column, paper, decision, decisionAct } = words;
  const { reasons } = await reading.settings.get();
  const standing = standingOf(decisions, reasons, words);
  if (standing === null && decisions.entries.length === 0)
    return [{ title: column.decision, facts: [[column.decision, decision.none]] }];
  const facts: [string, string | null][] =
    standing === null
      ? [[column.decision, decision.none]]
      : [
          [column.decision, standing.decision],
          [column.decisionReason, standing.reason],
          [column.decisionBy, standing.entry.who],
          [column.decisionAt, forms.instant(standing.entry.at)],
          [column.total, forms.amount(standing.entry.amount, standing.entry.currency)],
          [paper.request, standing.entry.request],
        ];
  return [
    { title: column.decision, facts: said(facts) },
    {
      title: paper.decisions,
      columns: [
        { title: column.at, type: 'instant', width: 20 },
        ...columnsOf(words, ['person', 20], ['act', 34], ['decisionReason', 50]),
      ],
      rows: decisions.entries.map((entry) => [
        ...[entry.at, entry.who, `${decisionAct[entry.act]}: ${decision[entry.decision]}`],
        reasonOf(entry, reasons, words),
      ]),
    },
  ];
}

const said = (facts: readonly [string, string | null][]): [string, string][] =>
  facts.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value]]));

function receivedFacts(
  record: RecordDetail,
  names: ReadonlyMap<number, string>,
  { words, forms }: Language,
): [string, string][] {
  const { column } = words;
  const { cancellation } = record;
  const facts: [string, string | null][] = [
    [column.number, record.number],
    [column.receivedAt, forms.instant(record.receivedAt)],
    [column.revision, String(record.revision)],
    [column.claimNumber, record.claimNumber],
    [column.requestId, record.requestId === null ? null : String(record.requestId)],
    [column.marketplaceId, String(record.marketplaceId)],
    [
      column.reviewedAt,
      record.reviewedAt === null
        ? null
        : [forms.instant(record.reviewedAt), record.reviewedBy].filter(Boolean).join(' · '),
    ],
    [column.assignedTo, record.assignedTo === null ? null : (names.get(record.assignedTo) ?? null)],
    [column.flag, record.flaggedAt === null ? null : record.flagWord || words.yesNo[0]],
    [
      column.cancellation,
      cancellation === null ? null : (words.term[cancellation.state] ?? cancellation.state),
    ],
  ];
  return said(facts);
}

/** Names that stand above already, or that only programs read. */
const unsaid =
  /(?:Guid|Json|Id|Contents|baseUrl|Filename|Path)$|^(?:insuranceClaimNumber|purchaseOrderNumber|hasPreview)$/;
const asAmount = /(?:price|amount|total|tax|costs|discount)$/i;

function contentSections(content: RecordContent, language: Language): Section[] {
  const { words } = language;
  const body: object =
    content.kind === 'incidentReport'
      ? content.report
      : content.kind === 'financialDocument'
        ? content.document
        : content.order;
  const { facts, lists } = split(body, language);
  const sections: Section[] = facts.length === 0 ? [] : [{ title: words.paper.content, facts }];
  for (const [name, elements] of lists) {
    // Files are listed for themselves.
    if (/^attachments/.test(name) || elements.length === 0) continue;
    sections.push({
      title: language.print.fieldLabel(name, language.locale),
      ...lineTable(elements, language),
    });
  }
  return sections;
}

/** The fields of an object in words, those of objects in it after their name, and its lists. */
function split(
  body: object,
  language: Language,
  above: { name: string; label: string } | null = null,
): { facts: [string, string][]; lists: [string, object[]][] } {
  const facts: [string, string][] = [];
  const lists: [string, object[]][] = [];
  for (const [name, value] of Object.entries(body)) {
    if (value === null || value === '' || unsaid.test(name)) continue;
    const label = language.print.fieldLabel(name, language.locale);
    if (Array.isArray(value)) {
      const elements = value.filter(
        (element): element is object => typeof element === 'object' && element !== null,
      );
      lists.push([name, elements]);
    } else if (typeof value === 'object') {
      const inner = split(value, language, { name, label });
      facts.push(...inner.facts);
      lists.push(...inner.lists);
    } else facts.push([labelWithin(above, name, label), fieldText(name, value, language)]);
  }
  return { facts, lists };
}

/** A company is called by what it is here; a field of any other object is clear by itself. */
function labelWithin(above: { name: string; label: string } | null, name: string, label: string): string {
  if (above === null || !/Person$|^created/.test(above.name)) return label;
  return name === 'personName' ? above.label : `${above.label}: ${label}`;
}

function fieldText(name: string, value: unknown, { forms }: Language): string {
  const text = String(value);
  if (asAmount.test(name) && /^-?\d+(?:\.\d+)?$/.test(text)) return forms.cell(text, 'amount');
  if (/Date|On|Utc|Expiration/.test(name))
    return forms.cell(text, /^\d{4}-\d{2}-\d{2}$/.test(text) ? 'day' : 'instant');
  return text;
}

/** What a wide table of lines leaves out, so that it has room for its totals. */
const lessSaid =
  /^(?:deliveryTimeInDays|itemTypeName|supplierItemRowPrice|workshopItem|itemMinSellPrice|itemAverageSellPrice)/;
/** The most columns that a table of lines has on paper. */
const maxLineColumns = 9;

/** Lines as a table of the fields that any of them has, names first. */
function lineTable(
  elements: readonly object[],
  { print, locale }: Language,
): { columns: Column[]; rows: SheetCell[][] } {
  const names = [...new Set(elements.flatMap((element) => Object.keys(element)))].filter(
    (name) => !unsaid.test(name) && elements.some((element) => isValue(Reflect.get(element, name))),
  );
  const first = names.filter((name) => /Name$/.test(name) && !/Type|Action/.test(name));
  const others = names.filter((name) => !first.includes(name));
  const isWide = names.length > maxLineColumns;
  const ordered = [...first, ...others.filter((name) => !isWide || !lessSaid.test(name))].slice(
    0,
    maxLineColumns,
  );
  return {
    columns: ordered.map((name) => ({
      title: print.fieldLabel(name, locale),
      type: asAmount.test(name) ? 'amount' : /quantity|days$/i.test(name) ? 'integer' : 'text',
      width: first.includes(name) ? 30 : asAmount.test(name) ? 14 : 13,
    })),
    rows: elements.map((element) =>
      ordered.map((name): SheetCell => {
        const value: unknown = Reflect.get(element, name);
        return isValue(value) ? value : null;
      }),
    ),
  };
}

const isValue = (value: unknown): value is string | number | boolean =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean';

function findingTable(
  findings: readonly Finding[],
  { words, forms, print, locale }: Language,
): { columns: Column[]; rows: SheetCell[][] } {
  return {
    columns: columnsOf(words, ['severity', 14], ['finding', 64], ['atStake', 18], ['acknowledgement', 26]),
    rows: findings.map((finding) => [
      words.term[finding.severity] ?? finding.severity,
      print.findingText(finding, locale),
      finding.amount === null ? null : forms.amount(finding.amount.value, finding.amount.currency),
      finding.acknowledgement === null
        ? null
        : `${finding.acknowledgement.who}: ${finding.acknowledgement.reason}`,
    ]),
  };
}

/** Rejects with an `ExportProblem` where nothing that arrived has this. */
export async function claimPaper(
  reading: Pick<Reading, 'claims'>,
  { by, value }: { by: Parameters<Reading['claims']['get']>[0]['by']; value: string },
  locale: Locale,
): Promise<Paper> {
  const claim = await reading.claims.get({ by, value }).catch((failure: unknown) => {
    throw notFound(failure);
  });
  const language = await languageOf(locale);
  const { words, forms } = language;
  const { column, paper } = words;
  const numberOf = new Map(claim.records.map(({ id, number }) => [id, number]));
  const general = claim.incident?.generalInfo ?? null;
  const amounts = (sums: { currency: string; outstanding: string; toCredit: string }): [string, string][] => [
    [column.outstanding, forms.amount(sums.outstanding, sums.currency)],
    [column.toCredit, forms.amount(sums.toCredit, sums.currency)],
  ];
  const facts: [string, string][] = [
    ...(general === null ? [] : split(general, language).facts),
    ...claim.headline.flatMap(amounts),
    [column.attentionCount, String(claim.attentionCount)],
  ];
  const amountColumn = (title: string): Column => ({ title, type: 'amount', width: 15 });
  const sections: Section[] = [
    { title: paper.claim, facts },
    { title: paper.wrong, ...findingTable(claim.gravest, language) },
    {
      title: paper.ledger,
      columns: [
        { title: column.party, type: 'text', width: 28 },
        { title: words.about.taxId, type: 'text', width: 14 },
        ...[paper.ordered, paper.cancelled, paper.invoiced, paper.credited].map(amountColumn),
        ...[column.outstanding, column.toCredit].map(amountColumn),
        { title: column.currency, type: 'text', width: 9 },
      ],
      rows: claim.ledger.map((row) => [
        ...[row.party, row.partyTaxId, row.ordered, row.cancelled, row.invoiced],
        ...[row.credited, row.outstanding, row.toCredit, row.currency],
      ]),
    },
    {
      title: words.list.records,
      columns: [
        { title: column.number, type: 'text', width: 18 },
        { title: column.kind, type: 'text', width: 20 },
        { title: column.receivedAt, type: 'instant', width: 20 },
        { title: column.party, type: 'text', width: 28 },
        { title: column.firstItem, type: 'text', width: 28 },
        { title: column.total, type: 'amount', width: 15 },
        { title: column.currency, type: 'text', width: 9 },
        { title: column.attentionCount, type: 'integer', width: 12 },
      ],
      rows: claim.records.map((row) => [
        ...[row.number, kindText(row.kind, words), row.receivedAt, row.partyName, row.firstItem],
        ...[row.total, row.total === null ? null : currencyOf(row), row.attentionCount],
      ]),
    },
    {
      title: paper.timeline,
      columns: [
        { title: column.at, type: 'instant', width: 20 },
        ...columnsOf(words, ['event', 18], ['number', 18], ['detail', 50], ['person', 18]),
      ],
      rows: claim.timeline.map(({ at, event, recordId, text, who }) => [
        ...[at, words.event[event] ?? event, recordId === null ? null : (numberOf.get(recordId) ?? null)],
        ...[event === 'invoiceDecision' ? actText(text ?? '', words) : (words.term[text ?? ''] ?? text), who],
      ]),
    },
  ];
  const insured = general?.insuranceOwnerDisplayName ?? null;
  const lead = [insured ?? '', claim.isPartial ? paper.partial : ''].filter((text) => text !== '');
  return { title: `${paper.claimFile[claim.by]} ${claim.value}`, lead, isWide: true, sections };
}

/** An act and a decision, as `confirmed pay`, in words. */
function actText(text: string, words: Words): string {
  const [act = '', decision = ''] = text.split(' ');
  const acts: Readonly<Record<string, string>> = words.decisionAct;
  const decisions: Readonly<Record<string, string>> = words.decision;
  return `${acts[act] ?? act}: ${decisions[decision] ?? decision}`;
}

const kindText = (kind: RecordKind, { term }: Words): string => term[kind] ?? kind;
