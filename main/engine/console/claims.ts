import type { ClaimRow, Dossier, OrderMatch } from '#shared/contract/claims.ts';
import {
  type ClaimSummary,
  claimsPage,
  dossierOf,
  relatedTo,
  type StoredDossier,
  type StoredMatch,
} from '../claims/index.ts';
import type { SettingsRoom } from '../settings/index.ts';
import type { Store } from '../store/index.ts';
import { instantOf, os } from './base.ts';
import { cursorBelow, idBelow } from './cursor.ts';
import { rowOf } from './records.ts';

export function claimProcedures(store: Store, settings: Pick<SettingsRoom, 'current'>) {
  const tolerance = () => settings.current().findings.lineTolerance;
  return {
    list: os.claims.list.handler(async ({ input }) => {
      const { search, limit, cursor } = input;
      const page = await store.read((tx) => claimsPage(tx, { search, below: idBelow(cursor), limit }));
      return {
        rows: page.rows.map(claimOf),
        nextCursor: page.nextBelow === null ? null : cursorBelow(page.nextBelow),
        total: page.total,
        totalIsCapped: page.totalIsCapped,
      };
    }),
    get: os.claims.get.handler(async ({ input, errors }) => {
      const dossier = await dossierOf(store, input.by, input.value, tolerance());
      if (dossier === null) throw errors.NOT_FOUND();
      return asDossier(dossier);
    }),
    related: os.claims.related.handler(async ({ input, errors }) => {
      const related = await relatedTo(store, input.recordId, tolerance());
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

function asDossier({ members, timeline, matches, ...dossier }: StoredDossier): Dossier {
  return {
    ...dossier,
    records: members.map(({ row, because }) => ({ ...rowOf(row), because })),
    timeline: timeline.map((entry) => ({ ...entry, at: instantOf(entry.at) })),
    matches: matches.map(matchOf),
  };
}

function matchOf(match: StoredMatch): OrderMatch {
  return { ...match, order: rowOf(match.order) };
}
