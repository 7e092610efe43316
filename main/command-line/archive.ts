import { resolve } from 'node:path';
import { type ArchiveChoice, archiveChoice, type DamagedPart } from '#shared/contract/archives.ts';
import { type RecordKind, recordKind, recordKinds } from '#shared/terms.ts';
import {
  ArchiveProblem,
  type ArchiveProgress,
  type BundleVerification,
  StoreProblem,
  verifyBundle,
  type WrittenBundle,
  writeBundle,
} from '../engine/bundles.ts';
import { EngineProblem, version } from '../shell/process.ts';
import {
  type Command,
  type CommandRun,
  endSignal,
  exitCodes,
  parseOptions,
  UsageProblem,
} from './command.ts';
import { namesOfDamaged } from './damaged-records.ts';
import { readDataFolder } from './data-folder.ts';
import { refuseInside } from './outside.ts';
import { readPassphrase } from './passphrase-file.ts';
import { signingKeyOf } from './signing-key.ts';

export const archive: Command = {
  summary:
    'writes records with their photos and papers to one file that opens anywhere; checks and opens such a file',
  usage: `archive create [--data DIR] --to FILE [--claim N]... [--record N]... [--kind KIND]... [--search WORDS]
               [--from DAY] [--until DAY] [--passphrase-file FILE]
perito archive verify FILE [--passphrase-file FILE]
perito archive open FILE [--console-port N] [--passphrase-file FILE]

  --data DIR   the data directory (default: the system's place for this account)
  --to FILE    where the archive is written, as claim.perito; a file that is there is never written over
  --claim N    all that belongs to a claim number; may be repeated
  --record N   the record with this number of the insurer, as OC-2026-000001; may be repeated
  --search WORDS
               only what the search finds by these words
  --kind KIND  only ${recordKinds.join(', ')}; may be repeated
  --from DAY, --until DAY
               only what was received on these days (YYYY-MM-DD, in the Dominican Republic) and between them
  --passphrase-file FILE
               encrypts it with the first line of this file, as the program age does, which opens it too (age -d)

  Perito may work meanwhile. The file is a ZIP archive: LEAME.html in it shows all of it in any browser. It is signed with the
  key of this installation, which the keychain keeps, or PERITO_ARCHIVE_KEY (PEM of an Ed25519 private key, or Base64 of it);
  without either it is not signed.
  verify reads all of an archive and names what is damaged, missing or added; the exit code is 0 where it is whole.
  open shows it in the console, read-only, and beside no data of this computer.
  Each prints one line of JSON.`,
  run: runArchive,
};

async function runArchive(run: CommandRun): Promise<number> {
  const [what, ...rest] = run.arguments;
  const commands = { create: createArchive, verify: verifyArchive };
  if (what === 'open')
    return (await import('./archive-open.ts')).openArchive({ ...run, arguments: rest }, readPassphrase);
  if (what !== 'create' && what !== 'verify')
    throw new UsageProblem('Say whether to create an archive, to verify or to open one.');
  const signal = endSignal(run);
  try {
    return await commands[what]({ ...run, arguments: rest }, signal);
  } catch (failure) {
    if (signal.aborted) {
      run.report('It was ended; nothing is left of it.');
      return exitCodes.failed;
    }
    if (failure instanceof ArchiveProblem && failure.code === 'passphraseNeeded')
      throw new EngineProblem(failure.code, `${failure.message} Give it with --passphrase-file FILE.`);
    if (failure instanceof ArchiveProblem || failure instanceof StoreProblem)
      throw new EngineProblem(failure.code, failure.message);
    throw failure;
  }
}

async function createArchive(run: CommandRun, signal: AbortSignal): Promise<number> {
  const { values } = parseOptions({
    args: run.arguments,
    options: {
      data: { type: 'string' },
      to: { type: 'string' },
      claim: { type: 'string', multiple: true, default: [] },
      record: { type: 'string', multiple: true, default: [] },
      search: { type: 'string' },
      kind: { type: 'string', multiple: true, default: [] },
      from: { type: 'string' },
      until: { type: 'string' },
      'passphrase-file': { type: 'string' },
    },
  });
  if (values.to === undefined) throw new UsageProblem('--to says where the archive is written.');
  const dataDir = readDataFolder(values.data);
  refuseInside(dataDir, values.to, '--to takes a file');
  const written = await writeBundle({
    dataDir,
    to: values.to,
    version,
    choice: choiceOf(values),
    signingKey: (installationId) => signingKeyOf(installationId, run.environment),
    passphrase: await readPassphrase(values['passphrase-file']),
    signal,
    onProgress: progressReport(run.report),
  });
  run.print(JSON.stringify({ ok: true, ...written }));
  for (const sentence of sentencesOn(written)) run.report(sentence);
  return exitCodes.done;
}

function choiceOf(values: {
  claim: string[];
  record: string[];
  search?: string | undefined;
  kind: string[];
  from?: string | undefined;
  until?: string | undefined;
}): ArchiveChoice {
  const kinds = values.kind.map((text): RecordKind => {
    const kind = recordKind.safeParse(text);
    if (!kind.success) throw new UsageProblem(`--kind takes ${recordKinds.join(', ')}, not "${text}".`);
    return kind.data;
  });
  const choice = archiveChoice.safeParse({
    claims: values.claim,
    ...(values.record.length > 0 && { numbers: values.record }),
    ...(values.search !== undefined && { search: values.search }),
    kinds: [...new Set(kinds)],
    from: values.from ?? null,
    until: values.until ?? null,
  });
  const { from, until } = values;
  if (from !== undefined && until !== undefined && from > until)
    throw new UsageProblem('--from is a later day than --until.');
  if (choice.success) return choice.data;
  const [option = ''] = choice.error.issues[0]?.path ?? [];
  const sentences: Readonly<Record<PropertyKey, string>> = {
    claims: '--claim takes a claim number.',
    numbers: '--record takes the number of a record.',
    search: '--search takes words, at most 200 characters.',
  };
  throw new UsageProblem(sentences[option] ?? `--${String(option)} takes a day as YYYY-MM-DD.`);
}

/** How often a line says how far it is at the most, in milliseconds. */
const lineMilliseconds = 1000;

function progressReport(report: (line: string) => void): (progress: ArchiveProgress) => void {
  let last = performance.now();
  return (progress) => {
    const now = performance.now();
    if (now - last < lineMilliseconds) return;
    last = now;
    report(
      progress.phase === 'writing'
        ? `Writing: ${progress.records}${progress.total === null ? '' : ` of ${progress.total}`} records, ${megabytes(progress.bytes)}`
        : `Reading back: ${Math.floor((100 * progress.done) / progress.all)} %`,
    );
  };
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

function* sentencesOn({ file, bytes, root, manifest }: WrittenBundle): Generator<string> {
  const { counts, keyFingerprint } = manifest;
  const records = Object.values(counts.records).reduce((sum, count) => sum + count, 0);
  yield `${file}: ${records} records, ${counts.contents} photos and papers, ${megabytes(bytes)}, read back whole. Root: ${root}`;
  yield keyFingerprint === null
    ? 'It is not signed: there is no keychain here, and no PERITO_ARCHIVE_KEY.'
    : `Signed by the key ${keyFingerprint}.`;
  if (counts.elsewhere !== undefined)
    yield `${counts.elsewhere} of the records that were chosen were moved to other archives and lie there alone: they are not in it.`;
  if (counts.missingContents > 0)
    yield `${counts.missingContents} photos and papers are not in it: their files are missing or damaged. Start Perito and check them in Settings: they are fetched again.`;
  if (counts.notDownloaded !== undefined && counts.notDownloaded > 0)
    yield `${counts.notDownloaded} photos and papers are not in it: they were not downloaded yet, or could not be.`;
}

async function verifyArchive(run: CommandRun, signal: AbortSignal): Promise<number> {
  const { positionals, values } = parseOptions({
    args: run.arguments,
    options: { 'passphrase-file': { type: 'string' } },
    allowPositionals: true,
  });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new UsageProblem('verify takes one file.');
  const found = await verifyBundle(resolve(file), {
    passphrase: await readPassphrase(values['passphrase-file']),
    signal,
  });
  run.print(JSON.stringify(found));
  for (const sentence of sentencesAbout(found)) run.report(sentence);
  return found.ok ? exitCodes.done : exitCodes.failed;
}

const faultTexts: Record<BundleVerification['faults'][number]['code'], string> = {
  nameRefused: 'has a name that no part may have, and is left alone',
  duplicate: 'is there twice',
  overlap: 'lies in another part',
  notReadable: 'cannot be read: it is encrypted, or its sizes cannot be',
  directoryDamaged:
    'The list of where each part lies is damaged or cut off; the parts were found by their own headers.',
  cutOff:
    'It is incomplete: its end is missing, and with it what was not found. Copy it again from where it came.',
  containerChanged: 'Bytes around the parts are not as they were written.',
  partDamaged: 'is damaged',
  partMissing: 'is missing',
  partAdded: 'is none of those that were archived',
  listChanged: 'is damaged or changed: parts were checked by their checksums alone',
  rootDamaged: 'is damaged',
  signatureWrong: 'The signature does not hold.',
  signatureMissing: 'It was signed, and the signature is gone.',
  manifestDamaged: 'is damaged',
  encryptionDamaged: 'Some of what was encrypted is damaged.',
};

/** What a part is of, as people know it; behind its name. */
function ownersOf({
  records = [],
  filename = null,
}: Partial<Pick<DamagedPart, 'records' | 'filename'>>): string {
  const words = [...(filename === null ? [] : [`"${filename}"`]), ...namesOfDamaged(records)];
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

function* sentencesAbout(found: BundleVerification): Generator<string> {
  const { faults, faultCount, signature, manifest, whole } = found;
  for (const { code, part, ...of } of faults) {
    const text = faultTexts[code];
    yield part === null || code === 'signatureWrong' ? text : `${part}${ownersOf(of)} ${text}`;
  }
  if (faultCount > faults.length) yield `and ${faultCount - faults.length} more`;
  yield found.ok ? `All is well: ${whole} parts are whole.` : `${whole} parts are whole, and can be read.`;
  if (signature.state === 'signed') {
    yield `Signed by the key ${signature.fingerprint}${manifest === null ? '' : `, of ${manifest.company.name || 'an installation without a name'} (${manifest.installationId})`}. Whose key it is, the Settings of that Perito say.`;
  } else if (signature.state === 'lost')
    yield 'Whether it was signed, and by whom, was cut off with its end.';
  else if (signature.state === 'unsigned')
    yield 'It is not signed: nobody can tell who made it, or whether all of it was replaced.';
}
