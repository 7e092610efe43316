import { type Store, setSetting, settingValue } from '../store/index.ts';

/**
 * The note, in the database, that examining began: it stands until the program closes. Where the next run finds it, the
 * last one ended in the midst of an examination, which may be what ended it.
 */
export interface ExaminationNote {
  /**
   * Notes that what stands behind a position is tried, before it is. How many revisions may be tried together; 0 where the
   * first of them was tried alone when the program ended, so that it is not tried again.
   */
  begin(position: number, most: number): Promise<number>;
  /** The program closes, and nothing is being tried. */
  end(): Promise<void>;
}

interface Noted {
  after: number;
  isAlone: boolean;
}

const noteName = 'examinationBegan';
/** After a run that ended in the midst, so many are tried alone. */
const maxBytesAlone = 64;

export function createExaminationNote(store: Store): ExaminationNote {
  let alone: number | null = null;
  let found: Noted | null = null;
  const write = (noted: Noted | null) => store.write((tx) => setSetting(tx, noteName, JSON.stringify(noted)));
  return {
    async begin(position, most) {
      if (alone === null) {
        found = JSON.parse((await store.read((tx) => settingValue(tx, noteName))) ?? 'null');
        alone = found === null ? 0 : maxBytesAlone;
        if (alone === 0) await write({ after: position, isAlone: false });
      }
      if (alone === 0) return most;
      alone -= 1;
      const wasTried = found?.isAlone === true && found.after === position;
      found = null;
      await write({ after: position, isAlone: alone > 0 });
      return wasTried ? 0 : 1;
    },
    async end() {
      if (alone !== null) await write(null);
      alone = null;
    },
  };
}
