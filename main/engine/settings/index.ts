import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '#shared/contract/common.ts';
import {
  type Settings,
  type SettingsChanges,
  settings as settingsSchema,
} from '#shared/contract/settings.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import {
  appendAudit,
  findSetting,
  type ReadTransaction,
  type Store,
  upsertSetting,
  type WriteTransaction,
} from '../store/index.ts';
import { createTurns } from '../turns.ts';
import { defaultSettings } from './defaults.ts';

export interface SettingsService {
  /** The settings in force; kept in memory, since every call looks at them. */
  current(): Settings;
  /** Merges, stores and audits; resolves when it is synced to disk and in force with all that follow the settings. */
  update(changes: SettingsChanges, actor: Actor): Promise<Settings>;
  /** Goes by the rows, which may be others than this run was told; resolves once they are in force with all that follow. */
  reread(): Promise<void>;
  /** Called after each stored change, with what was before; it is in force when the listener's promise is over. */
  onChange(listener: ChangeListener): void;
}

type ChangeListener = (after: Settings, before: Settings) => Promise<void> | undefined;

/** Reads the settings of a store; what is absent or unreadable has its default. */
export async function openSettings(store: Store, clock: Clock, changes: Changes): Promise<SettingsService> {
  let current = await store.read(readSettings);
  const listeners: ChangeListener[] = [];
  const takeTurn = createTurns();
  /** Over when all that follow the settings have the change that was stored last. */
  let inForce: Promise<unknown> = Promise.resolve();
  const follow = (after: Settings, before: Settings) => {
    current = after;
    changes.publish({ topic: 'settings' });
    inForce = Promise.all(listeners.map((listener) => listener(after, before)));
  };
  const rereadNow = async () => {
    const before = current;
    const after = await store.read(readSettings);
    if (!isDeepStrictEqual(after, before)) follow(after, before);
  };
  const updateNow = async (wanted: SettingsChanges, actor: Actor): Promise<Settings> => {
    const before = current;
    const after = await store.write((tx) => storeChanges(tx, wanted, actor, clock.now()));
    if (!isDeepStrictEqual(after, before)) follow(after, before);
    return after;
  };
  /** One after the other: each merges into what the one before it stored, whether that is in force or not. */
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = await takeTurn(work);
    await inForce;
    return result;
  };
  return {
    current: () => current,
    onChange: (listener) => void listeners.push(listener),
    update: (wanted, actor) => inTurn(() => updateNow(wanted, actor)),
    reread: () => inTurn(rereadNow),
  };
}

/** Merges into what is stored, which is more than this run knows where nothing was heard of a commit. */
async function storeChanges(
  tx: WriteTransaction,
  wanted: SettingsChanges,
  actor: Actor,
  at: number,
): Promise<Settings> {
  const before = await readSettings(tx);
  const after = merge(before, wanted, at);
  const names = changedNames(before, after);
  if (names.length === 0) return after;
  const detail = Object.fromEntries(
    names.map((name) => [name, { before: before[name], after: after[name] }]),
  );
  for (const name of names) await upsertSetting(tx, name, JSON.stringify(after[name]));
  await appendAudit(tx, { at, actor, action: 'settings.changed', subject: 'settings', detail });
  return after;
}

/** The settings as they are stored; what is absent or unreadable has its default. */
export async function readSettings(tx: ReadTransaction): Promise<Settings> {
  const stored: Record<string, unknown> = {};
  for (const name of settingsSchema.keyof().options) {
    const value = await findSetting(tx, name);
    if (value !== null) stored[name] = JSON.parse(value);
  }
  return readable(stored);
}

/** Stores sections that are known elsewhere and stored no more; those that have their default stay unstored. */
export async function restoreSettings(tx: WriteTransaction, known: Partial<Settings>): Promise<void> {
  for (const name of settingsSchema.keyof().options) {
    const value = JSON.stringify(known[name]);
    if (value === undefined || value === JSON.stringify(defaultSettings[name])) continue;
    if ((await findSetting(tx, name)) === null) await upsertSetting(tx, name, value);
  }
}

type SettingName = keyof Settings;

function readable(stored: Record<string, unknown>): Settings {
  const merged = Object.fromEntries(
    Object.entries(defaultSettings).map(([name, initial]) => [name, withDefaults(initial, stored[name])]),
  );
  const whole = settingsSchema.safeParse(merged);
  if (whole.success) return whole.data;
  const broken = new Set(whole.error.issues.map((issue) => String(issue.path[0])));
  const kept = Object.fromEntries(Object.entries(merged).filter(([name]) => !broken.has(name)));
  return settingsSchema.parse({ ...defaultSettings, ...kept });
}

/** A section with what is given of it; the rest stays, as where it was stored before a setting was added. */
function withDefaults(section: unknown, given: unknown): unknown {
  if (given === undefined) return section;
  return isSection(section) && isSection(given) ? { ...section, ...given } : given;
}

const isSection = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function merge(before: Settings, { firstRunDone, ...changes }: SettingsChanges, now: number): Settings {
  const changed: Record<string, unknown> = changes;
  const after = Object.fromEntries(
    Object.entries(before).map(([name, section]) => [name, withDefaults(section, changed[name])]),
  );
  if (firstRunDone === true) after['firstRunDoneAt'] ??= new Date(now).toISOString();
  if (firstRunDone === false) after['firstRunDoneAt'] = null;
  return settingsSchema.parse(after);
}

function changedNames(before: Settings, after: Settings): SettingName[] {
  return settingsSchema
    .keyof()
    .options.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}
