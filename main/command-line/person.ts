import type { SubjectFound } from '#shared/contract/data-subject.ts';
import {
  readSubjectKey,
  type SubjectKey,
  type SubjectKeyKind,
  type SubjectKeyProblem,
  subjectKeyKinds,
} from '#shared/rules/subject-key.ts';
import { ArchiveProblem } from '../engine/bundles.ts';
import { exportPerson, findPerson, StoreProblem, type SubjectFindings } from '../engine/data-subjects.ts';
import { EngineProblem, version } from '../shell/process.ts';
import {
  type Command,
  type CommandRun,
  endSignal,
  exitCodes,
  parseOptions,
  UsageProblem,
} from './command.ts';
import { readDataFolder } from './data-folder.ts';
import { refuseInside } from './outside.ts';
import { readPassphrase } from './passphrase-file.ts';
import { signingKeyOf } from './signing-key.ts';

export const person: Command = {
  summary: 'finds all that is kept about one person, and exports it (Law 172-13)',
  usage: `person [--data DIR] --rnc N | --cedula N | --policy N [--to FILE [--passphrase-file FILE]]

  --data DIR   the data directory (default: the system's place for this account)
  --rnc N      nine digits, or the eleven of a person in business; with dashes or without
  --cedula N   eleven digits
  --policy N   a policy number; capitals, spaces and dashes do not matter
  --to FILE    where what is found is written, as person.perito, which opens in any browser; a file that is there is
               never written over
  --passphrase-file FILE
               encrypts it with the first line of this file, as the program age does, which opens it too (age -d)

  Reads all that is kept, earlier revisions too, and changes nothing; Perito may work meanwhile. Records name other people as
  well: what is handed over is for the office to decide. Prints one line of JSON; the exit code is 0 also where nothing is found.`,
  run: runPerson,
};

async function runPerson(run: CommandRun): Promise<number> {
  const { values } = parseOptions({
    args: run.arguments,
    options: {
      data: { type: 'string' },
      rnc: { type: 'string' },
      cedula: { type: 'string' },
      policy: { type: 'string' },
      to: { type: 'string' },
      'passphrase-file': { type: 'string' },
    },
  });
  const key = keyOf(values);
  const passphrase = await readPassphrase(values['passphrase-file']);
  if (passphrase !== null && values.to === undefined)
    throw new UsageProblem('--passphrase-file encrypts what --to writes.');
  const dataDir = readDataFolder(values.data);
  if (values.to !== undefined) refuseInside(dataDir, values.to, '--to takes a file');
  const signal = endSignal(run);
  if (key.checks === false) run.report('The check digit is wrong; it is looked for all the same.');
  const watched = { dataDir, signal, onProgress: progressReport(run.report) };
  try {
    const findings = await findPerson(key, watched);
    const { summary } = findings;
    const { policies, lookups, rejected, texts, ...counts } = summary;
    const found = { key: { by: key.kind, checks: key.checks }, ...counts, policies: policies.total };
    if (values.to === undefined || isNothing(summary)) {
      run.print(JSON.stringify({ ok: true, ...found, exported: null }));
      for (const sentence of sentencesOn(findings)) run.report(sentence);
      if (values.to !== undefined) run.report('Nothing was found, so nothing is written.');
      return exitCodes.done;
    }
    const { manifest, ...exported } = await exportPerson(findings, {
      ...watched,
      ...{ to: values.to, version, passphrase },
      signingKey: (installationId) => signingKeyOf(installationId, run.environment),
    });
    run.print(JSON.stringify({ ok: true, ...found, exported: { ...exported, counts: manifest.counts } }));
    for (const sentence of sentencesOn(findings)) run.report(sentence);
    run.report(`Written to ${exported.file}, and read back whole. Root: ${exported.root}`);
    if (manifest.counts.elsewhere !== undefined)
      run.report(
        `${manifest.counts.elsewhere} of the records are not in it: they lie in the archives that are named above.`,
      );
    if (!exported.isLogged)
      run.report('The log does not say so: a Perito works on this directory, which alone writes there.');
    return exitCodes.done;
  } catch (failure) {
    if (signal.aborted) {
      run.report('It was ended; nothing is left of it.');
      return exitCodes.failed;
    }
    if (failure instanceof ArchiveProblem || failure instanceof StoreProblem)
      throw new EngineProblem(failure.code, failure.message);
    throw failure;
  }
}

const problems: Record<SubjectKeyProblem, string> = {
  blank: 'is empty',
  tooLong: 'is longer than any',
  notDigits: 'takes digits (0 to 9), spaces and dashes alone',
  wrongLength: 'does not have as many digits as it should: an RNC has 9, a Cédula 11',
  noLetterOrDigit: 'has no letter and no digit',
};

function keyOf(values: Partial<Record<SubjectKeyKind, string | undefined>>): SubjectKey {
  const [given, ...others] = subjectKeyKinds.flatMap((kind) => {
    const text = values[kind];
    return text === undefined ? [] : [{ kind, text }];
  });
  if (given === undefined || others.length > 0)
    throw new UsageProblem('Say one of --rnc, --cedula and --policy.');
  const read = readSubjectKey(given.kind, given.text);
  if ('problem' in read) throw new UsageProblem(`--${given.kind} ${problems[read.problem]}.`);
  return read.key;
}

const isNothing = ({ places, records }: SubjectFound): boolean =>
  records.total === 0 && places.every(({ found }) => found === 0);

const placeNames: Record<SubjectFound['places'][number]['place'], string> = {
  policies: 'policies in force',
  revisions: 'revisions of records',
  bundles: 'revisions in archives to which claims were moved',
  cancelCalls: 'calls to cancel and their answers',
  lookups: 'policy lookups',
  rejected: 'rejected deliveries',
  texts: 'notes, marks and answers',
  pdfs: 'PDFs in which words were read',
  importProblems: 'refused lines of imported files',
  audit: 'entries of the log',
};

function* sentencesOn({
  summary: { records, places, bundles, textsSearched },
}: SubjectFindings): Generator<string> {
  yield `${records.total} records with ${records.attachments} photos and papers; in ${records.earlierOnly} of them the number stands in an earlier revision only.`;
  for (const { place, lookedAt, found, unread } of places) {
    const why =
      place === 'pdfs' ? 'have no words that were read' : 'lie in archives that are not where they were left';
    const gone = unread === 0 ? '' : `; ${unread} more ${why}`;
    yield `${found} of ${lookedAt} ${placeNames[place]}${gone}`;
  }
  for (const { file, isThere, records: there } of bundles)
    yield isThere
      ? `${file} has ${there} of the records; what was moved there is exported from there alone (perito archive open).`
      : `${file} is not where it was left: what it has of this person is not known.`;
  if (!textsSearched)
    yield 'The policy number is too short to be looked for in running text: it was looked for in the fields of policies.';
}

/** What takes no longer says nothing meanwhile, in milliseconds. */
const silence = 2000;

type Progress =
  | Parameters<Parameters<typeof findPerson>[1]['onProgress']>[0]
  | Parameters<Parameters<typeof exportPerson>[1]['onProgress']>[0];

function progressReport(report: (line: string) => void): (progress: Progress) => void {
  let last = performance.now();
  return (progress) => {
    if (performance.now() - last < silence) return;
    last = performance.now();
    if (progress.phase === 'writing') report(`Writing: ${progress.records} records`);
    else {
      const percent = Math.floor((100 * progress.done) / Math.max(1, progress.all));
      report(`${progress.phase === 'searching' ? 'Reading all that is kept' : 'Reading back'}: ${percent} %`);
    }
  };
}
