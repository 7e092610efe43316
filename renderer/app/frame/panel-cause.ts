/** Why there may be no engine, and whether a panel or a band tells of it. */
import type { EngineAway, EngineEnd } from '#shared/contract/status.ts';

const panelCauses = [
  'databaseDamaged',
  'databaseLost',
  'rebuilding',
  'restoring',
] as const satisfies readonly EngineEnd[];
type PanelCause = (typeof panelCauses)[number];
/** What a rebuild is the way out of, and the rebuild itself. */
export type RebuildCause = Exclude<PanelCause, 'restoring'>;
/** Why else the engine may be away: it comes back by itself. */
export type BandCause = Exclude<EngineEnd, PanelCause>;

/** Whether a panel stands in place of the screens while the engine is away for this. */
export const isPanelCause = (cause: EngineEnd): cause is PanelCause =>
  panelCauses.some((known) => known === cause);

export const panelCauseOf = (away: EngineAway | null): PanelCause | null =>
  away !== null && isPanelCause(away.cause) ? away.cause : null;
