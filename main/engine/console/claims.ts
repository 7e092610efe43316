import type { ClaimFile, ClaimFileAttachment, ClaimRow, OrderMatch } from '#shared/contract/claims.ts';
import { byConsequence } from '#shared/finding-terms.ts';
import {
  type ClaimSummary,
  claimFileOf,
  claimFilterOf,
  claimsPage,
  elsewhereOf,
  relatedTo,
  type StoredClaimFile,
  type StoredMatch,
  type StoredOverview,
} from '../claims/index.ts';
import { findingOf } from '../records/index.ts';
import type { SettingsService } from '../settings/index.ts';
import type { AttachmentView, Store } from '../store/index.ts';
import { contentOf } from './attachments.ts';
import { instantOf, os } from './base.ts';
import { cursorAt, newestFirst, place, placeOf } from './cursor.ts';
import { rowOf } from './records.ts';

/** Findings that stand first in a claim file. */
const gravestShown = 12;

export function claimProcedures(store: Store, settings: Pick<SettingsService, 'current'>) {
  const thresholds = () => settings.current().findings;
  return {
    list: os.claims.list.handler(async ({ input }) => {
      const { search, claimNumbers, order = newestFirst, limit, cursor, ...filter } = input;
      const after = placeOf(cursor, place);
      const query = { search, claimNumbers, filter: claimFilterOf(filter), order, after, limit };
      const page = await store.read((tx) => claimsPage(tx, { ...query, allowance: thresholds() }));
      return {
        rows: page.rows.map(claimOf),
        nextCursor: page.next === null ? null : cursorAt(page.next),
        total: page.total,
        totalIsCapped: page.totalIsCapped,
      };
    }),
    get: os.claims.get.handler(async ({ input, errors }) => {
      const claimFile = await claimFileOf(store, input.by, input.value, thresholds());
      if (claimFile === null) throw errors.NOT_FOUND();
      return asClaimFile(claimFile);
    }),
    elsewhere: os.claims.elsewhere.handler(async ({ input, errors }) => {
      const shared = await elsewhereOf(store, input.by, input.value);
      if (shared === null) throw errors.NOT_FOUND();
      return shared.map(({ records, ...one }) => ({
        ...one,
        records: records.map(({ row, keys }) => ({ record: rowOf(row), keys })),
      }));
    }),
    related: os.claims.related.handler(async ({ input, errors }) => {
      const related = await relatedTo(store, input.recordId, thresholds());
      if (related === null) throw errors.NOT_FOUND();
      return {
        keys: related.keys,
        records: related.records.map(({ row, because }) => ({ ...rowOf(row), because })),
        match: related.match === null ? null : matchOf(related.match),
      };
    }),
  };
}

function claimOf({ lastAt, ...claim }: ClaimSummary): ClaimRow {
  return { ...claim, lastReceivedAt: instantOf(lastAt) };
}

function asClaimFile({ records, timeline, matches, overview, ...claimFile }: StoredClaimFile): ClaimFile {
  return {
    ...claimFile,
    ...overviewAs(overview),
    attentionCount: records.reduce((sum, { row }) => sum + row.attentionCount, 0),
    records: records.map(({ row, because }) => ({ ...rowOf(row), because })),
    timeline: timeline.map((entry) => ({ ...entry, at: instantOf(entry.at) })),
    matches: matches.map(matchOf),
  };
}

function overviewAs({ incident, incidentCount, findings, photos, documents }: StoredOverview) {
  return {
    incident,
    incidentCount,
    gravest: findings
      .map((row) => ({ ...findingOf(row), recordId: row.recordId }))
      .filter(({ acknowledgement }) => acknowledgement === null)
      .sort(byConsequence)
      .slice(0, gravestShown),
    photos: { ...photos, shown: photos.shown.map(fileOf) },
    documents: { ...documents, shown: documents.shown.map(fileOf) },
  };
}

const fileOf = (row: AttachmentView): ClaimFileAttachment => ({
  id: row.id,
  recordId: row.recordId,
  role: row.role,
  caption: row.caption,
  filename: row.filename,
  declaredType: row.declaredType,
  state: row.state,
  content: contentOf(row),
});

function matchOf(match: StoredMatch): OrderMatch {
  return { ...match, order: rowOf(match.order) };
}
