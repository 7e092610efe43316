import { resolve } from 'node:path';
import type { DamagedRecord } from '#shared/contract/archives.ts';
import type {
  AnchorSource,
  VerificationFinding,
  VerificationPart,
  VerificationRemark,
} from '#shared/contract/verification.ts';
import { isOnServer } from '../engine/copies.ts';
import { listCopies } from '../engine/restore.ts';
import { asideFolder, type DataVerification, StoreProblem, verifyData } from '../engine/verify.ts';
import { EngineProblem } from '../shell/process.ts';
import { type Command, type CommandRun, endSignal, exitCodes, parseOptions } from './command.ts';
import { namesOfDamaged } from './damaged-records.ts';
import { readDataFolder } from './data-folder.ts';
import { readPassphrase } from './passphrase-file.ts';

export const verify: Command = {
  summary:
    'checks a data directory: the databases, both chains beside their anchors, numbers, photos and documents, backups, archives, who may read them',
  usage: `verify [--data DIR] [--place DIR]… [--thorough] [--bundle FILE]… [--passphrase-file FILE]

  --data DIR   the data directory (default: the system's place for this account)
  --place DIR  a folder with copies of it, which are looked at as well as those that are configured; may be given several times
  --thorough   reads all bytes of all backups and of the second copy; else their files are looked for, and their sizes held against
               what was noted. What is damaged is noted in the place: the next backup, or Perito for its second copy, writes it anew
  --bundle FILE
               an archive that is read through, besides those that the log says were made; may be given several times
  --passphrase-file FILE
               opens those that are encrypted with the first line of this file

  Changes nothing, and may run while Perito works. Prints one line of JSON; the exit code is 0 where all is well.`,
  run: runVerify,
};

async function runVerify(run: CommandRun): Promise<number> {
  const { values } = parseOptions({
    args: run.arguments,
    options: {
      data: { type: 'string' },
      place: { type: 'string', multiple: true },
      thorough: { type: 'boolean' },
      bundle: { type: 'string', multiple: true },
      'passphrase-file': { type: 'string' },
    },
  });
  const dataDir = readDataFolder(values.data);
  const places = (values.place ?? []).map((folder) => resolve(folder));
  const isThorough = values.thorough === true;
  const bundles = (values.bundle ?? []).map((file) => resolve(file));
  const passphrase = await readPassphrase(values['passphrase-file']);
  const signal = endSignal(run);
  const { parts, facts, remarks } = await verifyData({
    ...{ dataDir, places, isThorough, bundles, passphrase, signal },
    onProgress: progressReport(run.report),
  }).catch((failure: unknown) => {
    if (signal.aborted) throw new EngineProblem('ended', 'Ended before everything was checked.');
    throw failure instanceof StoreProblem ? new EngineProblem(failure.code, failure.message) : failure;
  });
  const findings = parts.flatMap(({ part, findings }) =>
    findings.map((finding): Found => ({ part, ...finding })),
  );
  for (const folder of places) findings.push(...(await noCopiesIn(folder, dataDir)));
  const ok = findings.length === 0;
  run.print(JSON.stringify({ ok, dataDir, findings, remarks, ...facts }));
  if (ok) run.report(allIsWell(facts));
  for (const sentence of [
    ...faultsOf(findings, dataDir),
    ...remarks.map(sentenceAbout),
    ...remarksOn(facts, dataDir),
    ...(isOnServer(dataDir) ? [filesOfServer] : []),
  ])
    run.report(sentence);
  return ok ? exitCodes.done : exitCodes.failed;
}

const filesOfServer =
  'The data are in a database of a server: its files are checked by whoever administers it (pg_amcheck, pg_verifybackup).';

/** Whoever names a place has copies checked: a place that has none of this data is not well. */
async function noCopiesIn(folder: string, dataDir: string): Promise<Found[]> {
  const { problem, installations } = await listCopies(folder, dataDir);
  const own = installations.find(({ isThisOne }) => isThisOne);
  // Whoever looked at it before told of a place that cannot be read.
  if (problem !== null || (own !== undefined && own.copies.length > 0)) return [];
  const none = { code: 'other', detail: 'no copy of this data lies there' } as const;
  return [{ part: 'backups', code: 'placeUnreadable', folder, name: null, problem: none }];
}

/** What takes no longer says nothing meanwhile, in milliseconds. */
const silence = 2000;

function progressReport(
  report: (line: string) => void,
): (part: VerificationPart, done: number, all: number) => void {
  let last = performance.now();
  return (part, done, all) => {
    if (performance.now() - last < silence) return;
    last = performance.now();
    report(`Checking ${partNames[part]}: ${all === 0 ? 100 : Math.floor((100 * done) / all)} %`);
  };
}

const partNames: Record<VerificationPart, string> = {
  journal: 'what arrived',
  audit: 'the log',
  anchors: 'the anchors',
  database: 'the database',
  derived: 'what is listed',
  content: 'photos and documents',
  rights: 'who may read it',
  backups: 'backups',
  bundles: 'archives',
};

type Found = VerificationFinding & { part: VerificationPart };

/** A sentence for each thing that is wrong, with the way out. */
function* faultsOf(findings: readonly Found[], dataDir: string): Generator<string> {
  // A rebuild would take over what is wrong in the journal.
  const isJournalWhole = !findings.some(
    (finding) =>
      (finding.part === 'journal' && finding.code !== 'numbersBehind') ||
      ('chain' in finding && finding.chain === 'journal'),
  );
  const isJournalBroken = findings.some(({ code }) => code === 'journalBroken');
  const disagreements: string[] = [];
  for (const finding of findings) {
    if (finding.code === 'derivedOtherwise') {
      const { disagreement, count, first } = finding;
      disagreements.push(`  ${disagreement}: ${count}${first.length > 0 ? ` (${first.join(', ')})` : ''}`);
    } else if (finding.code !== 'journalFileDamaged' || !isJournalBroken) {
      yield sentenceOf(finding, dataDir, isJournalWhole);
    }
  }
  if (disagreements.length > 0) {
    const wayOut = isJournalWhole ? `. ${rebuildOf(dataDir)}` : '';
    yield `What is derived is not what the journal says${wayOut}:\n${disagreements.join('\n')}`;
  }
}

const rebuildOf = (dataDir: string): string => `Stop Perito and run "perito rebuild --data ${dataDir}"`;

function sentenceOf(
  finding: Exclude<Found, { code: 'derivedOtherwise' }>,
  dataDir: string,
  isJournalWhole: boolean,
): string {
  switch (finding.code) {
    case 'journalBroken':
      return `The journal is not what was written: ${journalBreaks[finding.what]} (${entriesOf(finding)}). Stop Perito and restore a backup.`;
    case 'journalFileDamaged':
      return 'The journal is damaged, although all that arrived can be read. Stop Perito and restore a backup.';
    case 'numbersBehind':
      return `Of the numbers ${finding.sequence} the journal knows ${finding.kept} as the last, and ${finding.last} was given. Stop Perito and restore a backup.`;
    case 'auditBroken':
      return `The log was changed: ${entriesOf(finding)} ${auditBreaks[finding.what]}. A backup from before has it as it was.`;
    case 'chainShorter':
      return `${chainNames[finding.chain]} ends at entry ${finding.ends}, although the anchor of ${finding.anchoredAt} (${placeOf(finding.source, dataDir)}) knows entry ${finding.entry}: its end was cut off${unlessRestored(finding)}.`;
    case 'chainOther':
      return `${chainNames[finding.chain]} is not the one that the anchor of ${finding.anchoredAt} (${placeOf(finding.source, dataDir)}) knows: ${entriesOf({ ...finding, until: finding.entry })} has another hash, so something after entry ${finding.agreesUntil} and up to it was written anew${unlessRestored(finding)}.`;
    case 'anchorsUnreadable':
      return `Of the anchors in ${dataDir}, ${finding.lines} lines are none: somebody wrote in anchors.jsonl.`;
    case 'databaseDamaged':
      return isJournalWhole
        ? `The database is damaged. ${rebuildOf(dataDir)}: what arrived is whole in the journal.`
        : 'The database is damaged. Stop Perito and restore a backup.';
    case 'contentLost':
      return `Of ${finding.checked} photos and documents, ${finding.damaged} are damaged and ${finding.missing} missing. Start Perito and check them in Settings: they are fetched again.`;
    case 'openToOthers':
      return `${finding.count} files and folders are open to other accounts of this machine. Start Perito, which closes them, or run chmod -R go= ${dataDir}. The first:\n  ${finding.first.join('\n  ')}`;
    case 'placeUnreadable':
      return `${finding.name === null ? 'The backups' : `The backup ${finding.name}`} in ${finding.folder} cannot be checked (${finding.problem.code}${finding.problem.detail === '' ? '' : `: ${finding.problem.detail}`}).`;
    case 'backupDamaged':
      return `The backup ${finding.name} in ${finding.folder} is not whole: ${finding.missing} files are missing and ${finding.damaged} damaged. Make another, which writes those anew that the data directory has, and do not rely on this one before it is found whole.`;
    case 'secondCopyDamaged':
      return `The second copy in ${finding.folder} is not whole: ${finding.missing} files are missing and ${finding.damaged} damaged (${finding.first.join(', ')}). While Perito runs, it writes them anew.`;
    case 'bundleDamaged':
      return `The archive ${finding.file} ${finding.isCutOff ? 'is incomplete, its end is missing' : 'is not whole'}: ${finding.faults} faults${finding.first.length === 0 ? '' : `, in ${finding.first.join(', ')}`}; ${finding.whole} parts are whole.${recordsOf(finding.records)} Take another copy of it, or make another where Perito has the records still.`;
    case 'bundleReplaced':
      return finding.what === 'content'
        ? `${finding.file} is not the archive that was made there: somebody put another in its place.`
        : `The archive ${finding.file} was not signed by the key that the log knows: its signature was replaced.`;
    case 'bundleUnreadable':
      return `The archive ${finding.file} ${bundleProblems[finding.problem]}${finding.detail === '' || finding.problem === 'passphraseNeeded' ? '' : ` (${finding.detail})`}.`;
    case 'notChecked':
      return `Not checked, ${partNames[finding.part]}: ${finding.detail}.`;
  }
}

const recordsOf = (records: readonly DamagedRecord[]): string =>
  records.length === 0 ? '' : ` It touches ${namesOfDamaged(records).join(', ')}.`;

const bundleProblems: Record<Extract<Found, { code: 'bundleUnreadable' }>['problem'], string> = {
  away: 'is not there; --bundle checks it where it lies',
  cutOff: 'is incomplete: its end is missing, and nothing of what is left can be read',
  notABundle: 'is none of Perito, or so damaged that nothing of it is recognized',
  newerFormat: 'was made by a newer Perito; check it with that version',
  notReadable: 'cannot be read',
  passphraseNeeded: 'is encrypted: --passphrase-file lets it be checked',
  wrongPassphrase: 'is encrypted with another passphrase than --passphrase-file says',
  slow: 'cannot be checked: its disk does not answer',
};

const sentenceAbout = ({ code, file }: VerificationRemark): string =>
  code === 'bundleAway'
    ? `The archive ${file} does not lie there any more; --bundle checks it where it does.`
    : `The archive ${file} is encrypted: --passphrase-file lets it be checked.`;

const unlessRestored = ({ restoredAt }: { restoredAt: string | null }): string =>
  restoredAt === null
    ? ''
    : `, unless this is what the copy lacked that was restored before ${restoredAt}, as the log says`;

const chainNames = { journal: 'The journal', audit: 'The log' } as const;

/** `entry 12 (record.reviewed, 2026-11-20T14:00:00.000Z)` */
function entriesOf({
  entry,
  until,
  kind,
  at,
}: {
  entry: number;
  until: number;
  kind: string | null;
  at: string | null;
}): string {
  const which = until > entry ? `entries ${entry} to ${until}` : `entry ${entry}`;
  const means = [kind, at].filter((one) => one !== null);
  return means.length === 0 ? which : `${which} (${means.join(', ')})`;
}

function placeOf(source: AnchorSource, dataDir: string): string {
  if (source.in === 'file') return `anchors.jsonl of ${dataDir}`;
  if (source.in === 'bundle') return `the archive ${source.file}`;
  if (source.in === 'secondCopy') return `the second copy in ${source.folder}`;
  return `the backup ${source.name} in ${source.folder}`;
}

const journalBreaks = {
  missing: 'an entry is missing or cannot be read',
  bytes: 'bytes are not those that arrived',
  chain: 'the chain of hashes breaks',
} as const;

const auditBreaks = {
  changed: 'does not follow from the one before it',
  missing: 'is missing',
  unreadable: 'cannot be read',
  surplus: 'stands behind its end',
  head: 'is not the end that the log says it has',
} as const;

/** What was looked at, where nothing is wrong: silence would not say that. */
function allIsWell({
  audit,
  journal,
  content,
  anchors,
  backups,
  bundles,
}: DataVerification['facts']): string {
  const beside = [
    `${anchors ?? 0} anchors`,
    ...(backups === undefined || backups === 0 ? [] : [`${backups} backups`]),
    ...(bundles === undefined || bundles === 0 ? [] : [`${bundles} archives`]),
  ];
  return `All is well: ${journal?.entries ?? 0} entries of what arrived and ${audit?.entries ?? 0} of what people and Perito did follow one from another, as ${beside.join(' and ')} say, what is listed is what arrived, and ${content?.checked ?? 0} photos and documents are whole.`;
}

/** What is to be known and no fault. */
function* remarksOn(
  { numbers, derived, content }: DataVerification['facts'],
  dataDir: string,
): Generator<string> {
  for (const { sequence, gaps } of numbers ?? []) {
    const runs = gaps.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`));
    if (runs.length > 0)
      yield `Of the numbers ${sequence} these were never given, as after the restore of an older backup: ${runs.join(', ')}.`;
  }
  // Each of the two stands at the last entry of its own kind.
  const waiting =
    derived === null || derived === undefined ? 0 : derived.seq - Math.max(derived.arrivals, derived.calls);
  if (waiting > 0) yield `${waiting} entries of the journal are not listed yet.`;
  if (content !== undefined && content.aside > 0) {
    yield `${content.aside} files that the database does not name lie aside in ${asideFolder(dataDir)} and are kept, as after the restore of an older backup.`;
  }
}
