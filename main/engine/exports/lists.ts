/** Every list that can be exported: which procedure reads it, and its columns. */
import type { ContractRouterClient } from '@orpc/contract';
import { auditSentence } from '#shared/audit/sentences.ts';
import type { ClaimRow } from '#shared/contract/claims.ts';
import type { Contract } from '#shared/contract/contract.ts';
import type { ColumnType, ExportSource, SheetCell } from '#shared/contract/exports.ts';
import type { RecordRow } from '#shared/contract/records.ts';
import { documentTypes, entityTypes } from '#shared/marketplace/financial-document.ts';
import type { RecordKind } from '#shared/terms.ts';
import { ExportProblem } from './export-problem.ts';
import type { Sheet } from './sheet.ts';
import { type DecidedRow, personNames, withStanding } from './standing.ts';
import { type ColumnName, filterWords, type Words } from './words.ts';

/** Answers the reading procedures of the console contract. */
export type Reading = Pick<
  ContractRouterClient<Contract>,
  | 'records'
  | 'claims'
  | 'decisions'
  | 'people'
  | 'cancellations'
  | 'policies'
  | 'policyLookups'
  | 'attachments'
  | 'rejected'
  | 'audit'
  | 'settings'
>;

/** A source that is a table. */
export type ListSource = Exclude<ExportSource, { of: 'record' | 'claim' }>;

interface ListColumn<Row> {
  name: ColumnName;
  type: ColumnType;
  width: number;
  of(row: Row): SheetCell;
  /** Left out on paper, which is no wider than it is. */
  notOnPaper?: true;
}

interface Page<Row> {
  rows: Row[];
  nextCursor: string | null;
  total: number;
  totalIsCapped: boolean;
}

/** As many rows as a list gives at once. */
const pageSize = 200;
/** Orders and reports carry no currency, and are in pesos. */
const pesos = 'DOP';

/** The sheet of a source; its first page is read here. Rejects with an `ExportProblem`. */
export async function openSheet(reading: Reading, source: ListSource, words: Words): Promise<Sheet> {
  switch (source.of) {
    case 'records': {
      const { filter } = source;
      const title = words.list[filter.kind ?? 'records'];
      const columns = recordColumns(filter.kind, words, await personNames(reading));
      const { reasons } = await reading.settings.get();
      return sheetOf(
        title,
        filter,
        columns,
        async (page) => {
          const found = await reading.records.list({ ...filter, ...page });
          return { ...found, rows: await withStanding(found.rows, reading, reasons, words) };
        },
        words,
      );
    }
    case 'claims':
      return sheetOf(
        words.list.claims,
        source.filter,
        claimColumns(await personNames(reading)),
        async (page) => {
          const { rows, ...rest } = await reading.claims.list({ ...source.filter, ...page });
          // One row for each currency, so that amounts can be summed by it.
          return { ...rest, rows: rows.flatMap(inCurrencies) };
        },
        words,
      );
    case 'cancellations':
      return sheetOf(
        words.list.cancellations,
        source.filter,
        cancellationColumns(words),
        (page) => reading.cancellations.list({ ...source.filter, ...page }),
        words,
      );
    case 'policies':
      return sheetOf(
        words.list.policies,
        source.filter,
        policyColumns,
        (page) => reading.policies.list({ ...source.filter, ...page }),
        words,
      );
    case 'policyLookups':
      return sheetOf(
        words.list.policyLookups,
        source.filter,
        lookupColumns(words),
        (page) => reading.policyLookups.list({ ...source.filter, ...page }),
        words,
      );
    case 'downloads':
      return sheetOf(
        words.list.downloads,
        source.filter,
        downloadColumns(words),
        (page) => reading.attachments.waiting({ ...source.filter, ...page }),
        words,
      );
    case 'rejected':
      return sheetOf(
        words.list.rejected,
        source.filter,
        rejectedColumns,
        (page) => reading.rejected.list({ ...source.filter, ...page }),
        words,
      );
    case 'audit':
      return sheetOf(
        words.list.audit,
        source.filter,
        auditColumns(words),
        (page) => reading.audit.list({ ...source.filter, ...page }),
        words,
      );
    case 'table': {
      const { title, filters, columns, rows, chart } = source;
      if (rows.some(({ length }) => length > columns.length))
        throw new ExportProblem('other', 'A row of the table has more cells than the table has columns.');
      if (chart?.series.some((index) => index >= columns.length))
        throw new ExportProblem('other', 'A series of the chart is of no column of the table.');
      return {
        ...(chart && { chart }),
        ...{ title, filters, columns, total: rows.length },
        async *pages() {
          yield rows;
        },
      };
    }
  }
}

async function sheetOf<Row>(
  title: string,
  filter: Readonly<Record<string, unknown>>,
  columns: readonly ListColumn<Row>[],
  read: (page: { limit: number; cursor?: string }) => Promise<Page<Row>>,
  words: Words,
): Promise<Sheet> {
  const first = await read({ limit: pageSize });
  return {
    title,
    filters: filterWords(filter, words),
    columns: columns.map(({ name, type, width, notOnPaper }) => ({
      ...{ title: words.column[name], type, width },
      ...(notOnPaper && { notOnPaper }),
    })),
    total: first.totalIsCapped ? null : first.total,
    async *pages() {
      for (let page = first; ; ) {
        yield page.rows.map((row) => columns.map(({ of }) => of(row)));
        if (page.nextCursor === null) return;
        page = await read({ limit: pageSize, cursor: page.nextCursor });
      }
    },
  };
}

const nameById = (names: Readonly<Record<string, number>>, id: number | null, { term }: Words): SheetCell => {
  const [name] = Object.entries(names).find(([, value]) => value === id) ?? [];
  return name === undefined ? id : (term[name] ?? name);
};

/** Whose it is; null where it is nobody's. */
const nameOf = (
  { assignedTo }: { assignedTo: number | null },
  names: ReadonlyMap<number, string>,
): string | null => (assignedTo === null ? null : (names.get(assignedTo) ?? null));

const termOf = (name: string | null | undefined, { term }: Words): SheetCell =>
  name === null || name === undefined ? null : (term[name] ?? name);

function recordColumns(
  kind: RecordKind | undefined,
  words: Words,
  names: ReadonlyMap<number, string>,
): ListColumn<DecidedRow>[] {
  const incident = ({ heading }: RecordRow) => (heading?.kind === 'incidentReport' ? heading : null);
  const document = ({ heading }: RecordRow) => (heading?.kind === 'financialDocument' ? heading : null);
  const has = (...kinds: RecordKind[]) => kind === undefined || kinds.includes(kind);
  const only = <Column>(isThere: boolean, ...columns: Column[]): Column[] => (isThere ? columns : []);
  const partyNames: Record<RecordKind, ColumnName> = {
    purchaseOrder: 'supplier',
    serviceOrder: 'workshop',
    incidentReport: 'workshop',
    financialDocument: 'issuer',
  };
  const incidentColumns: ListColumn<RecordRow>[] = [
    {
      name: 'incidentType',
      type: 'text',
      width: 14,
      of: (row) => incident(row)?.typeName ?? null,
    },
    { name: 'incidentAt', type: 'instant', width: 23, of: (row) => incident(row)?.incidentAt ?? null },
    {
      ...{ notOnPaper: true, name: 'reportedBy', type: 'text', width: 20 },
      of: (row) => nameById({ byWorkshop: 1, byInsured: 2 }, incident(row)?.categoryId ?? null, words),
    },
    { name: 'vehicle', type: 'text', width: 24, of: ({ about }) => about.vehicle },
    { name: 'vin', type: 'text', width: 19, of: ({ about }) => about.vin },
    {
      notOnPaper: true,
      name: 'pictures',
      type: 'integer',
      width: 7,
      of: (row) => incident(row)?.pictureCount ?? null,
    },
    {
      notOnPaper: true,
      name: 'papers',
      type: 'integer',
      width: 10,
      of: (row) => incident(row)?.documentCount ?? null,
    },
  ];
  const documentColumns: ListColumn<RecordRow>[] = [
    {
      ...{ name: 'documentType', type: 'text', width: 16 },
      of: (row) => nameById(documentTypes, document(row)?.documentTypeId ?? null, words),
    },
    {
      ...{ notOnPaper: true, name: 'issuedBy', type: 'text', width: 12 },
      of: (row) => nameById(entityTypes, document(row)?.entityTypeId ?? null, words),
    },
    { name: 'taxReceipt', type: 'text', width: 15, of: (row) => document(row)?.taxReceiptNumber ?? null },
    { name: 'documentDate', type: 'day', width: 12, of: (row) => document(row)?.documentDate ?? null },
  ];
  return [
    { name: 'number', type: 'text', width: 16, of: ({ number }) => number },
    ...only<ListColumn<RecordRow>>(kind === undefined, {
      ...{ name: 'kind', type: 'text', width: 20 },
      of: (row) => termOf(row.kind, words),
    }),
    { name: 'receivedAt', type: 'instant', width: 23, of: ({ receivedAt }) => receivedAt },
    { name: 'claimNumber', type: 'text', width: 20, of: ({ claimNumber }) => claimNumber },
    {
      name: kind === undefined ? 'party' : partyNames[kind],
      type: 'text',
      width: 28,
      of: (row) => row.partyName,
    },
    ...only(has('incidentReport'), ...incidentColumns),
    ...only(has('financialDocument'), ...documentColumns),
    { name: 'policy', type: 'text', width: 16, of: ({ about }) => about.policyNumber },
    ...only<ListColumn<RecordRow>>(
      kind !== undefined && kind !== 'incidentReport',
      { name: 'vehicle', type: 'text', width: 24, of: ({ about }) => about.vehicle },
      { ...{ notOnPaper: true, name: 'vin', type: 'text', width: 19 }, of: ({ about }) => about.vin },
      { ...{ notOnPaper: true, name: 'plate', type: 'text', width: 11 }, of: ({ about }) => about.plate },
    ),
    ...only<ListColumn<RecordRow>>(kind === 'purchaseOrder' || kind === 'financialDocument', {
      ...{ notOnPaper: true, name: 'workshop', type: 'text', width: 24 },
      of: ({ about }) => about.workshop,
    }),
    { name: 'firstItem', type: 'text', width: 28, of: ({ firstItem }) => firstItem },
    { name: 'itemCount', type: 'integer', width: 8, of: ({ itemCount }) => itemCount },
    { name: 'total', type: 'amount', width: 14, of: ({ total }) => total },
    {
      ...{ name: 'currency', type: 'text', width: 9 },
      of: (row) => (row.total === null ? null : (document(row)?.currency ?? pesos)),
    },
    {
      notOnPaper: true,
      name: 'findingCount',
      type: 'integer',
      width: 10,
      of: ({ findingCount }) => findingCount,
    },
    { name: 'attentionCount', type: 'integer', width: 12, of: ({ attentionCount }) => attentionCount },
    { notOnPaper: true, name: 'reviewedAt', type: 'instant', width: 23, of: ({ reviewedAt }) => reviewedAt },
    ...only<ListColumn<RecordRow>>(has('purchaseOrder', 'serviceOrder'), {
      ...{ name: 'cancellation', type: 'text', width: 20 },
      of: ({ cancellation }) => termOf(cancellation?.state, words),
    }),
    ...only<ListColumn<DecidedRow>>(
      has('financialDocument'),
      { name: 'decision', type: 'text', width: 18, of: ({ standing }) => standing?.decision ?? null },
      {
        ...{ notOnPaper: true, name: 'decisionReason', type: 'text', width: 32 },
        of: ({ standing }) => standing?.reason ?? null,
      },
      {
        ...{ notOnPaper: true, name: 'decisionBy', type: 'text', width: 18 },
        of: ({ standing }) => standing?.entry.who ?? null,
      },
      {
        ...{ notOnPaper: true, name: 'decisionAt', type: 'instant', width: 23 },
        of: ({ standing }) => standing?.entry.at ?? null,
      },
    ),
    { notOnPaper: true, name: 'assignedTo', type: 'text', width: 18, of: (row) => nameOf(row, names) },
    {
      ...{ notOnPaper: true, name: 'flag', type: 'text', width: 14 },
      of: ({ flaggedAt, flagWord }) => (flaggedAt === null ? null : flagWord || words.yesNo[0]),
    },
    { notOnPaper: true, name: 'revision', type: 'integer', width: 9, of: ({ revision }) => revision },
    { notOnPaper: true, name: 'requestId', type: 'integer', width: 11, of: ({ requestId }) => requestId },
    {
      notOnPaper: true,
      name: 'marketplaceId',
      type: 'integer',
      width: 14,
      of: ({ marketplaceId }) => marketplaceId,
    },
  ];
}

type ClaimInCurrency = ClaimRow & { sums: ClaimRow['headline'][number] | null };

const inCurrencies = (row: ClaimRow): ClaimInCurrency[] =>
  row.headline.length === 0 ? [{ ...row, sums: null }] : row.headline.map((sums) => ({ ...row, sums }));

const claimColumns = (names: ReadonlyMap<number, string>): ListColumn<ClaimInCurrency>[] => [
  { name: 'claimNumber', type: 'text', width: 18, of: ({ claimNumber }) => claimNumber },
  { name: 'lastReceivedAt', type: 'instant', width: 23, of: ({ lastReceivedAt }) => lastReceivedAt },
  { name: 'owner', type: 'text', width: 24, of: ({ insured }) => insured },
  { name: 'vehicle', type: 'text', width: 26, of: ({ vehicle }) => vehicle },
  { notOnPaper: true, name: 'plate', type: 'text', width: 11, of: ({ plate }) => plate },
  { name: 'policy', type: 'text', width: 16, of: ({ policyNumber }) => policyNumber },
  { name: 'incidentAt', type: 'day', width: 12, of: ({ incidentOn }) => incidentOn },
  {
    ...{ name: 'ordered', type: 'amount', width: 14 },
    // Once a claim, in the row of pesos.
    of: ({ ordered, sums, headline }) => (sums === null || sums === headline[0] ? ordered : null),
  },
  { name: 'outstanding', type: 'amount', width: 14, of: ({ sums }) => sums?.outstanding ?? null },
  { name: 'toCredit', type: 'amount', width: 14, of: ({ sums }) => sums?.toCredit ?? null },
  { name: 'currency', type: 'text', width: 9, of: ({ sums }) => sums?.currency ?? null },
  { name: 'parties', type: 'integer', width: 10, of: ({ partyCount }) => partyCount },
  { name: 'attentionCount', type: 'integer', width: 12, of: ({ attentionCount }) => attentionCount },
  { notOnPaper: true, name: 'records', type: 'integer', width: 10, of: ({ recordCount }) => recordCount },
  { notOnPaper: true, name: 'open', type: 'integer', width: 11, of: ({ openCount }) => openCount },
  { notOnPaper: true, name: 'flagged', type: 'integer', width: 11, of: ({ flaggedCount }) => flaggedCount },
  { notOnPaper: true, name: 'waiting', type: 'integer', width: 13, of: ({ waitingCount }) => waitingCount },
  { name: 'incidents', type: 'integer', width: 10, of: ({ counts }) => counts.incidentReport },
  { name: 'purchaseOrders', type: 'integer', width: 10, of: ({ counts }) => counts.purchaseOrder },
  { name: 'serviceOrders', type: 'integer', width: 10, of: ({ counts }) => counts.serviceOrder },
  { name: 'documents', type: 'integer', width: 10, of: ({ counts }) => counts.financialDocument },
  { notOnPaper: true, name: 'assignedTo', type: 'text', width: 18, of: (row) => nameOf(row, names) },
];

type RowOf<List extends (...input: never[]) => Promise<{ rows: object[] }>> = Awaited<
  ReturnType<List>
>['rows'][number];

const cancellationColumns = (words: Words): ListColumn<RowOf<Reading['cancellations']['list']>>[] => [
  { name: 'orderNumber', type: 'text', width: 16, of: ({ orderNumber }) => orderNumber },
  { name: 'kind', type: 'text', width: 18, of: ({ orderKind }) => termOf(orderKind, words) },
  { name: 'state', type: 'text', width: 20, of: ({ state }) => termOf(state, words) },
  { name: 'askedAt', type: 'instant', width: 23, of: ({ askedAt }) => askedAt },
  { notOnPaper: true, name: 'lastAskedAt', type: 'instant', width: 23, of: ({ lastAskedAt }) => lastAskedAt },
  { name: 'askCount', type: 'integer', width: 11, of: ({ askCount }) => askCount },
  { name: 'claimNumber', type: 'text', width: 20, of: ({ claimNumber }) => claimNumber },
  { name: 'party', type: 'text', width: 28, of: ({ partyName }) => partyName },
  { name: 'total', type: 'amount', width: 14, of: ({ total }) => total },
  { name: 'currency', type: 'text', width: 9, of: ({ total }) => (total === null ? null : pesos) },
  { name: 'reason', type: 'text', width: 24, of: ({ reason }) => reason },
  { notOnPaper: true, name: 'comments', type: 'text', width: 24, of: ({ comments }) => comments },
  { name: 'askedBy', type: 'text', width: 18, of: ({ askedBy }) => askedBy },
  { name: 'verdict', type: 'text', width: 11, of: ({ verdict }) => termOf(verdict, words) },
  { name: 'responseText', type: 'text', width: 32, of: ({ responseText }) => responseText },
  { name: 'decidedAt', type: 'instant', width: 23, of: ({ decidedAt }) => decidedAt },
  { name: 'decidedBy', type: 'text', width: 18, of: ({ decidedBy }) => decidedBy },
  { notOnPaper: true, name: 'deliveredAt', type: 'instant', width: 23, of: ({ deliveredAt }) => deliveredAt },
  { notOnPaper: true, name: 'closedAt', type: 'instant', width: 23, of: ({ closed }) => closed?.at ?? null },
];

const policyColumns: ListColumn<RowOf<Reading['policies']['list']>>[] = [
  { name: 'policy', type: 'text', width: 18, of: (row) => row.insurancePolicyNumber },
  { name: 'owner', type: 'text', width: 30, of: ({ ownerName }) => ownerName },
  { name: 'identification', type: 'text', width: 16, of: ({ ownerIdentification }) => ownerIdentification },
  { name: 'vin', type: 'text', width: 19, of: ({ vin }) => vin },
  { name: 'make', type: 'text', width: 14, of: ({ makeName }) => makeName },
  { name: 'model', type: 'text', width: 16, of: ({ modelName }) => modelName },
  { name: 'year', type: 'integer', width: 6, of: ({ year }) => year },
  { name: 'validFrom', type: 'day', width: 13, of: ({ validFrom }) => validFrom },
  { name: 'validTo', type: 'day', width: 13, of: ({ validTo }) => validTo },
  { name: 'excluded', type: 'boolean', width: 9, of: ({ excluded }) => excluded },
  { name: 'premiumUnpaid', type: 'boolean', width: 14, of: ({ premiumUnpaid }) => premiumUnpaid },
  { name: 'coverages', type: 'integer', width: 10, of: ({ coverageCount }) => coverageCount },
  { name: 'vehicleValue', type: 'amount', width: 15, of: ({ vehicleValue }) => vehicleValue },
];

const lookupColumns = (words: Words): ListColumn<RowOf<Reading['policyLookups']['list']>>[] => [
  { name: 'at', type: 'instant', width: 23, of: ({ at }) => at },
  { name: 'call', type: 'text', width: 10, of: ({ kind }) => termOf(kind, words) },
  { notOnPaper: true, name: 'keyLabel', type: 'text', width: 18, of: ({ keyLabel }) => keyLabel },
  { name: 'policy', type: 'text', width: 18, of: (row) => row.insurancePolicyNumber },
  { name: 'vin', type: 'text', width: 19, of: ({ vin }) => vin },
  {
    notOnPaper: true,
    name: 'incidentType',
    type: 'integer',
    width: 10,
    of: ({ incidentTypeId }) => incidentTypeId,
  },
  { name: 'incidentDay', type: 'instant', width: 23, of: ({ incidentDate }) => incidentDate },
  {
    notOnPaper: true,
    name: 'intermediary',
    type: 'text',
    width: 16,
    of: ({ intermediaryTaxId }) => intermediaryTaxId,
  },
  { name: 'policiesFound', type: 'integer', width: 10, of: ({ policies }) => policies },
  { name: 'vehiclesFound', type: 'integer', width: 10, of: ({ vehicles }) => vehicles },
  { name: 'cover', type: 'text', width: 14, of: ({ cover }) => termOf(cover, words) },
  {
    name: 'rules',
    type: 'text',
    width: 24,
    of: ({ rules }) => rules.map((rule) => termOf(rule, words)).join(', '),
  },
];

const downloadColumns = (words: Words): ListColumn<RowOf<Reading['attachments']['waiting']>>[] => [
  { name: 'file', type: 'text', width: 28, of: ({ filename }) => filename },
  { name: 'role', type: 'text', width: 11, of: ({ role }) => termOf(role, words) },
  {
    ...{ name: 'state', type: 'text', width: 18 },
    of: ({ state }) => termOf(state === 'refused' ? 'notDownloaded' : state, words),
  },
  { name: 'number', type: 'text', width: 16, of: ({ record }) => record.number },
  { name: 'kind', type: 'text', width: 20, of: ({ record }) => termOf(record.kind, words) },
  { name: 'host', type: 'text', width: 24, of: ({ host }) => host },
  { name: 'problem', type: 'text', width: 18, of: ({ problem }) => problem?.code ?? null },
  { notOnPaper: true, name: 'detail', type: 'text', width: 28, of: ({ problem }) => problem?.detail ?? null },
  { name: 'attempts', type: 'integer', width: 9, of: ({ attempts }) => attempts },
  {
    notOnPaper: true,
    name: 'nextAttemptAt',
    type: 'instant',
    width: 19,
    of: ({ nextAttemptAt }) => nextAttemptAt,
  },
];

const rejectedColumns: ListColumn<RowOf<Reading['rejected']['list']>>[] = [
  { name: 'lastReceivedAt', type: 'instant', width: 23, of: ({ lastReceivedAt }) => lastReceivedAt },
  {
    notOnPaper: true,
    name: 'firstReceivedAt',
    type: 'instant',
    width: 19,
    of: ({ receivedAt }) => receivedAt,
  },
  { name: 'count', type: 'integer', width: 7, of: ({ count }) => count },
  { name: 'method', type: 'text', width: 8, of: ({ method }) => method },
  { name: 'path', type: 'text', width: 30, of: ({ path }) => path },
  { name: 'status', type: 'integer', width: 8, of: ({ status }) => status },
  { name: 'code', type: 'text', width: 18, of: ({ code }) => code },
  { name: 'title', type: 'text', width: 26, of: ({ title }) => title },
  { notOnPaper: true, name: 'detail', type: 'text', width: 40, of: ({ reason }) => reason },
  { notOnPaper: true, name: 'keyLabel', type: 'text', width: 18, of: ({ keyLabel }) => keyLabel },
  { notOnPaper: true, name: 'bytes', type: 'integer', width: 10, of: ({ receivedBytes }) => receivedBytes },
  { name: 'seenAt', type: 'instant', width: 23, of: ({ seenAt }) => seenAt },
];

const auditColumns = (words: Words): ListColumn<RowOf<Reading['audit']['list']>>[] => [
  { name: 'at', type: 'instant', width: 23, of: ({ at }) => at },
  { name: 'person', type: 'text', width: 20, of: ({ actor }) => actor.person },
  { name: 'via', type: 'text', width: 12, of: ({ actor }) => termOf(actor.via, words) },
  { name: 'act', type: 'text', width: 60, of: (entry) => auditSentence(entry, words.locale) },
  { notOnPaper: true, name: 'action', type: 'text', width: 24, of: ({ action }) => action },
  { notOnPaper: true, name: 'subject', type: 'text', width: 18, of: ({ subject }) => subject },
  { notOnPaper: true, name: 'detail', type: 'text', width: 50, of: ({ detail }) => JSON.stringify(detail) },
  { notOnPaper: true, name: 'hash', type: 'text', width: 20, of: ({ hash }) => hash },
];
