/** The checks of all that a data directory keeps, one a part. Nothing is changed; Perito may be working on the directory. */
import {
  type PlacedAnchor,
  type VerificationFinding,
  type VerificationPart,
  verificationParts,
} from '#shared/contract/verification.ts';
import { ContentPlaceProblem, type ContentVerification, verifyContent } from '../attachments/index.ts';
import {
  type AuditVerification,
  compareWithAnchors,
  type JournalVerification,
  type Pace,
  readAnchors,
  verifyAudit,
  verifyJournal,
} from '../audit/index.ts';
import {
  type ComparisonPlace,
  checkNumbers,
  compareWithJournal,
  comparisonStart,
  type DerivedPlace,
  type Disagreement,
  type Inspection,
  inspectStore,
  isDamage,
  isOnServer,
  type NumberSequenceCheck,
  openJournalReading,
  openScan,
  openToOthers,
  type ScanPlace,
  scanStart,
} from '../store/index.ts';

/** What a check is run with. */
export interface CheckContext {
  dataDir: string;
  /**
   * `atOnce`: the files of both databases by SQLite's whole check, which may take minutes and cannot be ended. `inSteps`: they are
   * read through, a twentieth of a second at a time.
   */
  how: 'atOnce' | 'inSteps';
  /** Told how far the check is, at least after each twentieth of a second but for what cannot be divided; ends it by rejecting. */
  pace: Pace;
}

/** What is known after a check besides its findings. */
export interface Facts {
  /** What is wrong with the files of the database and of the journal; empty where nothing is. */
  damage: string[];
  journalDamage: string[];
  audit: AuditVerification;
  journal: JournalVerification;
  /** The sequences of numbers that records got. */
  numbers: NumberSequenceCheck[];
  /** Anchors of the data directory that were held beside the chains. */
  anchors: number;
  /** Where what is derived is not what the journal says. */
  disagreements: Disagreement[];
  /** How far it is derived; null where that cannot be read. */
  derived: DerivedPlace | null;
  /** Files and folders that others than this account may read or write. */
  openToOthers: { count: number; first: string[] };
  /** Photos and documents, beside their hashes. */
  content: ContentVerification;
}

interface Checked {
  findings: VerificationFinding[];
  facts: Partial<Facts>;
}

/** Milliseconds that a step may read. */
const stepMilliseconds = 50;

const checks: Partial<Record<VerificationPart, (context: CheckContext) => Promise<Checked>>> = {
  async journal({ dataDir, how, pace }) {
    const journal = await openJournalReading(dataDir);
    try {
      const { breaks, ...walked } = await verifyJournal(journal, pace);
      const damage =
        how === 'atOnce'
          ? await inspected(dataDir, (store) => sentences(() => store.journalDamage()))
          : await scanned(dataDir, 'journal', pace);
      const numbers = await checkNumbers(async (query) => {
        await pace(walked.entries, walked.entries);
        return journal.read(query);
      }).catch((failure: unknown) => {
        damage.push(sentenceOf(failure));
        return [];
      });
      const behind = numbers.filter(({ last, kept }) => kept < last);
      return {
        findings: [
          ...breaks,
          ...(damage.length > 0 ? [{ code: 'journalFileDamaged' as const, detail: damage }] : []),
          ...behind.map(({ sequence, last, kept }) => {
            return { code: 'numbersBehind' as const, sequence, last, kept };
          }),
        ],
        facts: { journal: walked, journalDamage: damage, numbers },
      };
    } finally {
      await journal.close();
    }
  },
  audit: ({ dataDir, pace }) =>
    inspected(dataDir, async (store) => {
      const audit = await verifyAudit(store, pace);
      return { findings: audit.breaks, facts: { audit } };
    }),
  async anchors({ dataDir, pace }) {
    const { anchors, unreadable } = await readAnchors(dataDir);
    const placed = anchors.map((anchor) => ({ anchor, source: { in: 'file' as const } }));
    return {
      findings: [
        ...(await checkAnchors(dataDir, placed, pace)),
        ...(unreadable > 0 ? [{ code: 'anchorsUnreadable' as const, lines: unreadable }] : []),
      ],
      facts: { anchors: anchors.length },
    };
  },
  async database({ dataDir, how, pace }) {
    const damage =
      how === 'atOnce'
        ? await inspected(dataDir, (store) => sentences(() => store.damage()))
        : await scanned(dataDir, 'database', pace);
    const findings = damage.length > 0 ? [{ code: 'databaseDamaged' as const, detail: damage }] : [];
    return { findings, facts: { damage } };
  },
  derived: ({ dataDir, pace }) =>
    inspected(dataDir, async (store) => {
      const { disagreements, derived } = await compareAll(store, pace);
      const findings = disagreements.map(({ code: disagreement, count, first }) => {
        return { code: 'derivedOtherwise' as const, disagreement, count, first };
      });
      return { findings, facts: { disagreements, derived } };
    }),
  content: ({ dataDir, pace }) =>
    inspected(dataDir, async (store) => {
      const content = await verifyContent(dataDir, store, pace).catch(placeProblem);
      if (content instanceof ContentPlaceProblem)
        return { findings: [{ code: 'notChecked' as const, detail: content.message }], facts: {} };
      const { checked, damaged, missing, first } = content;
      const findings =
        damaged + missing > 0 ? [{ code: 'contentLost' as const, checked, damaged, missing, first }] : [];
      return { findings, facts: { content } };
    }),
  async rights({ dataDir }) {
    const open = await openToOthers(dataDir);
    const findings = open.count > 0 ? [{ code: 'openToOthers' as const, ...open }] : [];
    return { findings, facts: { openToOthers: open } };
  },
};

/** The parts that are checked here of a data directory: the files of a database server are checked by its owner. */
export function checkedPartsOf(dataDir: string): VerificationPart[] {
  const isServers = isOnServer(dataDir);
  return verificationParts.filter(
    (part) => checks[part] !== undefined && !(isServers && part === 'database'),
  );
}

/** Checks one part. Rejects where `pace` does, and with a `StoreProblem` where there is nothing to look at. */
export async function checkPart(part: VerificationPart, context: CheckContext): Promise<Checked> {
  try {
    return (await checks[part]?.(context)) ?? { findings: [], facts: {} };
  } catch (failure) {
    return { findings: [{ code: 'notChecked', detail: sentenceOf(failure) }], facts: {} };
  }
}

/** That the place of photos and papers cannot be asked now; what else fails is thrown on. */
function placeProblem(failure: unknown): ContentPlaceProblem {
  if (failure instanceof ContentPlaceProblem) return failure;
  throw failure;
}

/** SQLite's sentence for what cannot be read; what else fails is thrown on. */
function sentenceOf(failure: unknown): string {
  if (!isDamage(failure)) throw failure;
  return failure instanceof Error ? failure.message : String(failure);
}

/** What SQLite's check says, or why it could not be run. */
async function sentences(look: () => string[]): Promise<string[]> {
  try {
    return look();
  } catch (failure) {
    return [sentenceOf(failure)];
  }
}

async function inspected<Found>(
  dataDir: string,
  look: (store: Inspection) => Promise<Found>,
): Promise<Found> {
  const store = await inspectStore(dataDir);
  try {
    return await look(store);
  } finally {
    await store.close();
  }
}

/** Holds both chains of a data directory beside anchors, wherever those stand. */
export async function checkAnchors(
  dataDir: string,
  anchors: readonly PlacedAnchor[],
  pace: Pace,
): Promise<VerificationFinding[]> {
  const journal = await openJournalReading(dataDir);
  try {
    return await inspected(dataDir, (audit) =>
      compareWithAnchors({ audit, journal }, anchors, (done) => pace(done, 2 * anchors.length)),
    );
  } finally {
    await journal.close();
  }
}

/** What SQLite says of the damage; empty where there is none. */
async function scanned(dataDir: string, file: 'database' | 'journal', pace: Pace): Promise<string[]> {
  // Its files are of the server, whose owner has them checked.
  if (isOnServer(dataDir)) return [];
  const scan = openScan(dataDir, file);
  try {
    const parts = scan.parts();
    for (let from: ScanPlace | null = scanStart; from !== null; ) {
      const { damage, next } = scan.step(from, stepMilliseconds);
      if (damage !== null) return [damage];
      if (next !== null) await pace(Math.min(next.part, parts), parts);
      from = next;
    }
    return [];
  } finally {
    scan.close();
  }
}

async function compareAll(
  store: Inspection,
  pace: Pace,
): Promise<{ disagreements: Disagreement[]; derived: DerivedPlace | null }> {
  const disagreements: Disagreement[] = [];
  let derived: DerivedPlace | null = null;
  for (let place: ComparisonPlace | null = comparisonStart; place !== null; ) {
    const from: ComparisonPlace = place;
    const step = await store.read((tx) => compareWithJournal(tx, from));
    ({ derived, next: place } = step);
    if (step.found !== null) addTo(disagreements, step.found);
    await pace(step.done, step.all);
  }
  return { disagreements, derived };
}

/** The steps of one check find the same disagreement one after the other. */
function addTo(disagreements: Disagreement[], { code, count, first }: Disagreement): void {
  const known = disagreements.find((one) => one.code === code);
  if (known === undefined) disagreements.push({ code, count, first });
  else {
    known.count += count;
    known.first = [...known.first, ...first].slice(0, firstFew);
  }
}

const firstFew = 10;
