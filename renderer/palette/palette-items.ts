import {
  Bookmark,
  CornerDownRight,
  History,
  type LucideIcon,
  Search,
  Settings2,
  Users,
  Zap,
} from 'lucide-react';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import type { MarkedText } from '#shared/contract/search.ts';
import { marksIn, searchMarks } from '#shared/search-marks.ts';
import { navItemsOf } from '../app/frame/nav-items.ts';
import { focusWhenThere } from '../app/keys/focus.ts';
import { commandsNow } from '../app/keys/keys.ts';
import { printedKeys } from '../app/keys/printed.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { isReadOnly, useMay } from '../app/read-only.tsx';
import { useStatus } from '../app/status.ts';
import { hostsPath } from '../downloads/download-state.ts';
import { figureParts, figurePath } from '../figures/parts.ts';
import { listsOnScreen } from '../records/record-kinds.ts';
import { useAllViews } from '../records/saved-views.ts';
import { type SearchOption, useSuggestions } from '../search/useSearchOptions.ts';
import { useSettingsParts } from '../settings/SettingsScreen.tsx';
import { useColleagues } from '../work/colleagues.ts';
import { marksOf, matching } from './matching.ts';
import { useRecent } from './recent.ts';
import { wordsOfActs, wordsOfPath } from './synonyms.ts';

export interface PaletteItem {
  id: string;
  label: string;
  /** Other words by which it is found. */
  words?: string | undefined;
  /** What it is, of whom. */
  about: string | null;
  /** Of what it holds, that in which what was typed was found. */
  hit: MarkedText | null;
  hitField: string | null;
  /** Where what was typed stands in the label. */
  ranges: MarkedText['ranges'];
  /** And where in what it says beside. */
  aboutRanges: MarkedText['ranges'];
  keys: readonly string[];
  icon: LucideIcon;
  run: () => void;
}

export interface PaletteGroup {
  name: 'here' | 'recent' | 'views' | 'found' | 'screens' | 'settings' | 'search';
  items: readonly PaletteItem[];
}

const plain: Pick<PaletteItem, 'about' | 'hit' | 'hitField' | 'ranges' | 'aboutRanges' | 'keys'> = {
  ...{ about: null, hit: null, hitField: null, ranges: [], aboutRanges: [], keys: [] },
};

/** The frame's own, which are no acts. */
const notOffered = new Set(['mod k', '/']);

/** What can be done on the screen behind, each act once. */
function actsNow(t: ReturnType<typeof useI18n>['t']): PaletteItem[] {
  const acts = new Map<string, PaletteItem>();
  const words = wordsOfActs(t);
  for (const { key, label, run } of commandsNow()) {
    if (acts.has(label) || key?.startsWith('g ') === true || (key !== null && notOffered.has(key))) continue;
    const keys = key === null ? [] : printedKeys(key, t);
    acts.set(label, {
      ...{ ...plain, id: `act ${label}`, label, words: words.get(label), keys, icon: Zap, run },
    });
  }
  // What has a key is done every day.
  return [...acts.values()].toSorted((a, b) => Number(a.keys.length === 0) - Number(b.keys.length === 0));
}

/** So much is offered of each. */
const most = { found: 12, views: 8, viewsUntyped: 4 };
const shortest = 2;

/** All that the palette offers for what is typed, the likeliest first. */
export function usePaletteItems(query: string): {
  groups: PaletteGroup[];
  isSearching: boolean;
  failed: boolean;
} {
  const { t } = useI18n();
  const text = query.trim();
  const recent = useRecent((state) => state.recent);
  const places = usePlaces();
  const views = useViewItems();
  const isAsked = text.length >= shortest;
  const { options, isSettled, failed } = useSuggestions(isAsked ? text : '', most.found);
  const goTo = useGoTo();
  const groups = useMemo(() => {
    // Read anew with each letter: the screen behind may just have come.
    const acts = actsNow(t);
    const opened = recent.map(({ path, label }) => ({
      ...plain,
      id: `recent ${path}`,
      label,
      icon: History,
      run: goTo(path, 'detail'),
    }));
    const of = (items: readonly PaletteItem[]) =>
      matching(items, text).map((item) => ({ ...item, ranges: marksOf(item.label, text) }));
    const knows = new Set(matching(opened, text).map(({ label }) => label));
    const found = options.filter(({ label }) => !knows.has(label));
    const foundGroup: PaletteGroup = {
      name: 'found',
      items: found.map(({ id, label, about, hit, hitField, icon, path, pane }) => ({
        ...{ id: `found ${id}`, label, about, hit, hitField, keys: [], icon },
        ranges: marksOf(label, text),
        aboutRanges: marksOf(about, text),
        run: goTo(path, pane),
      })),
    };
    const isNamed = found[0] !== undefined && isIdentifiedBy(found[0], text);
    const all: PaletteGroup[] = [
      ...(isNamed ? [foundGroup] : []),
      { name: 'here', items: of(acts) },
      { name: 'recent', items: of(opened) },
      { name: 'views', items: of(views).slice(0, text === '' ? most.viewsUntyped : most.views) },
      { name: 'screens', items: of(places.screens) },
      { name: 'settings', items: text === '' ? [] : of(places.settings) },
      // Below what is known at once: what is found later takes the first line from nothing that Enter was meant for.
      ...(isNamed ? [] : [foundGroup]),
      {
        name: 'search',
        items: isAsked
          ? [
              {
                ...plain,
                id: 'search',
                label: t('palette.searchFor', { text }),
                icon: Search,
                run: goTo(`/search/${encodeURIComponent(text)}`, 'list'),
              },
            ]
          : [],
      },
    ];
    return all.filter(({ items }) => items.length > 0);
  }, [text, isAsked, recent, places, views, options, goTo, t]);
  return { groups, isSearching: isAsked && !isSettled, failed };
}

/** Whether somebody typed the whole of a number that this is, or has, and means no act or screen by it. */
function isIdentifiedBy({ label, about, hit }: SearchOption, text: string): boolean {
  const marks = /\d/.test(text) ? searchMarks(text) : null;
  if (marks === null) return false;
  return [label, about, hit?.text ?? ''].some((one) => {
    const [range, ...others] = marksIn(one, marks, true).ranges;
    return range?.[0] === 0 && range[1] === one.length && others.length === 0;
  });
}

/** Every saved view, one's own first. */
function useViewItems(): PaletteItem[] {
  const { t } = useI18n();
  const [, go] = useLocation();
  const { views, addressToShow } = useAllViews();
  const { nameOf } = useColleagues();
  return useMemo(
    () =>
      views
        .toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn))
        .map((view) => {
          const list = t(`frame.rail.${listsOnScreen[view.kind].label}`);
          const whose = view.isOwn ? null : t('queue.views.of', { who: nameOf(view.personId) });
          return {
            ...plain,
            id: `view ${view.id}`,
            label: view.name,
            about: [list, whose].filter((part) => part !== null).join(' · '),
            icon: view.isOwn ? Bookmark : Users,
            run: () => {
              go(addressToShow(view));
              focusWhenThere('list');
            },
          };
        }),
    [views, addressToShow, nameOf, t, go],
  );
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
      ...{ ...plain, label, words: wordsOfPath[path], keys, icon, run: goTo(path, 'list') },
    });
    const below = isReadOnly()
      ? []
      : [
          ...figureParts.map((part) => ({
            ...screen(figurePath(part), t(`figures.part.${part}`), CornerDownRight),
            about: t('figures.title'),
          })),
          screen('/audit', t('audit.title'), CornerDownRight),
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
