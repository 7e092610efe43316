import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { CornerDownRight, FolderOpen, History, type LucideIcon, Search, Settings2, Zap } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { navItemsOf } from '../app/frame/nav-items.ts';
import { focusWhenThere } from '../app/keys/focus.ts';
import { commandsNow } from '../app/keys/keys.ts';
import { printedKeys } from '../app/keys/printed.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { isReadOnly, useMay } from '../app/read-only.tsx';
import { useStatus } from '../app/status.ts';
import { claimFilePath } from '../claims/paths.ts';
import { useRecordLabel } from '../claims/record-text.ts';
import { hostsPath } from '../downloads/download-state.ts';
import { recordPath } from '../records/paths.ts';
import { kindsOnScreen } from '../records/record-kinds.ts';
import { useSettingsParts } from '../settings/SettingsScreen.tsx';
import { matching, rankOf } from './matching.ts';
import { useRecent } from './recent.ts';

export interface PaletteItem {
  id: string;
  label: string;
  /** What it is, of whom. */
  about: string | null;
  keys: readonly string[];
  icon: LucideIcon;
  run: () => void;
}

export interface PaletteGroup {
  name: 'here' | 'recent' | 'found' | 'screens' | 'settings' | 'search';
  items: readonly PaletteItem[];
}

/** The frame's own, which are no acts. */
const notOffered = new Set(['mod k', '/']);

/** What can be done on the screen behind, each act once. */
function actsNow(t: ReturnType<typeof useI18n>['t']): PaletteItem[] {
  const acts = new Map<string, PaletteItem>();
  for (const { key, label, run } of commandsNow()) {
    if (acts.has(label) || key?.startsWith('g ') === true || (key !== null && notOffered.has(key))) continue;
    const keys = key === null ? [] : printedKeys(key, t);
    acts.set(label, { id: `act ${label}`, label, about: null, keys, icon: Zap, run });
  }
  // What has a key is done every day.
  return [...acts.values()].toSorted((a, b) => Number(a.keys.length === 0) - Number(b.keys.length === 0));
}

/** So much is found of each while somebody types. */
const most = { records: 8, claims: 4 };
const shortest = 2;
const settleMs = 120;

/** All that the palette offers for what is typed, the likeliest first. */
export function usePaletteItems(query: string): {
  groups: PaletteGroup[];
  isSearching: boolean;
  failed: boolean;
} {
  const { t } = useI18n();
  const recent = useRecent((state) => state.recent);
  const places = usePlaces();
  const found = useFound(query.trim());
  const goTo = useGoTo();
  const groups = useMemo(() => {
    const text = query.trim();
    // Read anew with each letter: the screen behind may just have come.
    const acts = actsNow(t);
    const opened = recent.map(({ path, label }) => ({
      id: `recent ${path}`,
      label,
      about: null,
      keys: [],
      icon: History,
      run: goTo(path, 'detail'),
    }));
    const knows = new Set(matching(opened, text).map(({ label }) => label));
    const all: PaletteGroup[] = [
      { name: 'here', items: matching(acts, text) },
      { name: 'recent', items: matching(opened, text) },
      // What is called so stands before what has it somewhere in it.
      {
        name: 'found',
        items: found.items
          .filter(({ label }) => !knows.has(label))
          .toSorted((a, b) => (rankOf(a.label, text) ?? 3) - (rankOf(b.label, text) ?? 3)),
      },
      { name: 'screens', items: matching(places.screens, text) },
      { name: 'settings', items: text === '' ? [] : matching(places.settings, text) },
      {
        name: 'search',
        items:
          text.length < shortest
            ? []
            : [
                {
                  id: 'search',
                  label: t('palette.searchFor', { text }),
                  about: null,
                  keys: [],
                  icon: Search,
                  run: goTo(`/search/${encodeURIComponent(text)}`, 'list'),
                },
              ],
      },
    ];
    return all.filter(({ items }) => items.length > 0);
  }, [query, recent, places, found.items, goTo, t]);
  return { groups, isSearching: found.isSearching, failed: found.failed };
}

function useGoTo() {
  const [, go] = useLocation();
  return useMemo(
    () => (path: string, pane: 'list' | 'detail') => () => {
      go(path);
      focusWhenThere(pane);
    },
    [go],
  );
}

/** Every screen of the rail with those below it, and every part of the settings. */
function usePlaces(): { screens: PaletteItem[]; settings: PaletteItem[] } {
  const { t } = useI18n();
  const { data } = useStatus();
  const goTo = useGoTo();
  const parts = useSettingsParts();
  const mayImport = useMay('policyImports.begin');
  const mayRestore = useMay('backups.restore');
  return useMemo(() => {
    const screen = (path: string, label: string, icon: LucideIcon, keys: readonly string[] = []) => ({
      id: `screen ${path}`,
      ...{ label, about: null, keys, icon, run: goTo(path, 'list') },
    });
    const below = isReadOnly()
      ? []
      : [
          screen('/policies/lookups', t('palette.lookups'), CornerDownRight),
          ...(mayImport ? [screen('/policies/import', t('palette.imports'), CornerDownRight)] : []),
          ...(mayImport ? [screen('/policies/new', t('palette.newPolicy'), CornerDownRight)] : []),
          screen(hostsPath, t('palette.hosts'), CornerDownRight),
          ...(mayRestore
            ? [screen('/settings/backups/restore', t('backups.restore.title'), CornerDownRight)]
            : []),
        ];
    return {
      screens: [
        ...navItemsOf(data?.archive).map(({ path, label, icon, letter }) =>
          screen(path, t(`frame.rail.${label}`), icon, ['G', letter.toUpperCase()]),
        ),
        ...below,
      ],
      settings: isReadOnly()
        ? []
        : parts.map((part) => ({
            ...screen(`/settings/${part}`, t(`settings.section.${part}`), Settings2),
            about: t('frame.rail.settings'),
          })),
    };
  }, [t, data?.archive, goTo, parts, mayImport, mayRestore]);
}

/** Records and claims that a text names, once it is typed. */
function useFound(text: string) {
  const { t } = useI18n();
  const api = useApi();
  const label = useRecordLabel();
  const goTo = useGoTo();
  const search = useSettled(text);
  const isAsked = search.length >= shortest;
  const asked = { placeholderData: keepPreviousData, staleTime: 10_000 };
  const records = useQuery({
    ...api.records.list.queryOptions({ input: isAsked ? { search, limit: most.records } : skipToken }),
    ...asked,
  });
  const claims = useQuery({
    ...api.claims.list.queryOptions({ input: isAsked ? { search, limit: most.claims } : skipToken }),
    ...asked,
  });
  const items = useMemo(() => {
    if (!isAsked) return [];
    return [
      ...(claims.data?.rows ?? []).map(
        (row): PaletteItem => ({
          id: `claim ${row.claimNumber}`,
          label: row.claimNumber,
          about: [t('claims.by.claimNumber'), row.vehicle].filter(Boolean).join(' · '),
          keys: [],
          icon: FolderOpen,
          run: goTo(claimFilePath('claimNumber', row.claimNumber), 'detail'),
        }),
      ),
      ...(records.data?.rows ?? []).map(
        (row): PaletteItem => ({
          id: `record ${row.id}`,
          label: row.number,
          about: [label.title(row), row.partyName].filter(Boolean).join(' · '),
          keys: [],
          icon: iconOf(row.kind),
          run: goTo(recordPath(row.kind, row.id), 'detail'),
        }),
      ),
    ];
  }, [isAsked, claims.data, records.data, t, label, goTo]);
  const isSearching = isAsked && (search !== text || records.isFetching || claims.isFetching);
  return { items, isSearching, failed: isAsked && (records.isError || claims.isError) };
}

/** As the rail has it. */
function iconOf(kind: keyof typeof kindsOnScreen): LucideIcon {
  const { label } = kindsOnScreen[kind];
  return navItemsOf(undefined).find((item) => item.label === label)?.icon ?? FolderOpen;
}

/** A text once nobody has typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
