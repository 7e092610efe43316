import type { Settings } from '#shared/contract/settings.ts';
import { type Store, setSetting, settingValue, type WriteTransaction } from '../store/index.ts';

/** How far examining has come. */
export interface ExaminationCursor {
  /**
   * Row id of the last examined revision; 0, from the first on, once the settings that findings hang on are others than it
   * was examined with, or the checks are.
   */
  position(): Promise<number>;
  /** The same as it was last kept, whatever it was examined with. */
  kept(): Promise<number>;
  /** Keeps a position; `moved` once that is committed. */
  move(tx: WriteTransaction, to: number): Promise<void>;
  moved(to: number): void;
}

/** Raised where the checks find something else than before, so that all that was examined is examined again. */
const examinationVersion = 4;

/** The names under which both are kept. */
const positionName = 'examinedRevision';
const thresholdsName = 'examinedThresholds';

/** Kept in the database, so that it goes on after a restart, also where thresholds changed just before it. */
export function createExaminedMark(
  store: Store,
  thresholds: () => Settings['findings'] & { companyTaxId: string },
): ExaminationCursor {
  let known: { position: number; thresholds: string | null } | null = null;
  const load = async () => {
    known ??= await store.read(async (tx) => ({
      position: Number((await settingValue(tx, positionName)) ?? 0),
      thresholds: await settingValue(tx, thresholdsName),
    }));
    return known;
  };
  return {
    kept: async () => (await load()).position,
    async position() {
      known = await load();
      const wanted = JSON.stringify({ examinationVersion, ...thresholds() });
      if (known.thresholds !== wanted) {
        await store.write(async (tx) => {
          await setSetting(tx, positionName, '0');
          await setSetting(tx, thresholdsName, wanted);
        });
        known = { position: 0, thresholds: wanted };
      }
      return known.position;
    },
    move: (tx, to) => setSetting(tx, positionName, String(to)),
    moved(to) {
      if (known !== null) known.position = to;
    },
  };
}
