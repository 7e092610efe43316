/** What could be read of a data directory that is ill and what not, in words, in Spanish and then in English. */
import { basename } from 'node:path';
import type { Salvaged } from '#shared/contract/recovery.ts';
import type { LostEntry } from './store/index.ts';

export interface SalvageToReport extends Omit<Salvaged, 'lost'> {
  dataDir: string;
  lost: readonly LostEntry[];
  /** Runs of entries of the journal, of each the first and the last. */
  runs: readonly { from: number; to: number }[];
  /** Whether the journal does not say where it ended, so that nobody knows what is missing behind. */
  unknownEnd: boolean;
}

type Text = Readonly<Record<'es' | 'en', string>>;

/** Its lines, with their ends. */
export function* salvageReport(told: SalvageToReport): Generator<string> {
  for (const locale of ['es', 'en'] as const) {
    for (const line of linesOf(told)) yield `${line[locale]}\n`;
    yield locale === 'es' ? `\n${'-'.repeat(72)}\n\n` : '';
  }
}

const both = (es: string, en: string): Text => ({ es, en });
const same = (text: string): Text => ({ es: text, en: text });

function* linesOf(told: SalvageToReport): Generator<Text> {
  const { at, dataDir, file, records, contents, missingContents, journal, database, isSigned } = told;
  yield both(
    'Lo que se pudo leer de una carpeta de datos dañada',
    'What could be read of a damaged data directory',
  );
  yield same(`${at}  ${dataDir}`);
  yield same('');
  if (file === null)
    yield both(
      'No quedó nada que se pudiera poner en un legajo.',
      'Nothing was left that could be put into an archive.',
    );
  else {
    yield both(
      `${basename(file)}: ${records} registros, ${contents} fotos y documentos. Ábralo con Perito; o como ZIP, y en él LEAME.html.`,
      `${basename(file)}: ${records} records, ${contents} photos and papers. Open it with Perito; or as a ZIP, and LEAME.html in it.`,
    );
    yield isSigned
      ? both('Lo firmó la clave de esta instalación.', 'It is signed by the key of this installation.')
      : both(
          'No está firmado: no se pudo leer la clave de esta instalación.',
          'It is not signed: the key of this installation could not be read.',
        );
  }
  if (told.withoutBody > 0)
    yield both(
      `De ${told.withoutBody} de esos registros no queda lo que llegó; los muestra LEAME.html con lo que se sabe, y Perito no.`,
      `Of ${told.withoutBody} of these records nothing is left of what arrived; LEAME.html shows them with what is known, and Perito does not.`,
    );
  if (missingContents > 0)
    yield both(
      `${missingContents} fotos y documentos no están en él: sus archivos faltan o están dañados.`,
      `${missingContents} photos and papers are not in it: their files are missing or damaged.`,
    );
  yield same('');
  yield journalStates[journal.state];
  yield both(
    `Envíos cuyo contenido es el que llegó: ${journal.kept}.`,
    `Entries whose bytes are those that arrived: ${journal.kept}.`,
  );
  if (journal.lost !== null)
    yield both(`No se pueden leer: ${journal.lost}.`, `Cannot be read: ${journal.lost}.`);
  if (told.unknownEnd)
    yield both(
      'No se sabe dónde terminaba, así que tampoco cuántos faltan detrás del último.',
      'Nobody knows where it ended, and so how many are missing behind the last.',
    );
  yield databaseStates[database];
  yield both(
    'Nada se cambió en la carpeta. Guárdela entera: quizá otra persona pueda leer más.',
    'Nothing in the directory was changed. Keep all of it: somebody else may be able to read more.',
  );
  yield* lostLines(told);
}

function* lostLines({ lost, runs }: SalvageToReport): Generator<Text> {
  if (runs.length > 0) {
    yield same('');
    yield both('Envíos del diario que no se pueden leer:', 'Entries of the journal that cannot be read:');
    for (const { from, to } of runs) yield same(from === to ? `  ${from}` : `  ${from} - ${to}`);
  }
  if (lost.length === 0) return;
  yield same('');
  yield both(
    'De ellos se sabe todavía (envío, clase, id del marketplace, número):',
    'Of these is still known (entry, kind, id of the marketplace, number):',
  );
  for (const { seq, kind, marketplaceId, number } of lost)
    yield same(`  ${seq}\t${kind ?? '?'}\t${marketplaceId ?? '?'}\t${number ?? '?'}`);
}

const journalStates: Readonly<Record<Salvaged['journal']['state'], Text>> = {
  readable: both(
    'El diario de lo recibido (journal.db) se pudo abrir.',
    'The journal of what arrived (journal.db) could be opened.',
  ),
  beginningLost: both(
    'El comienzo del diario de lo recibido (journal.db) está destruido; se leyó lo que sigue.',
    'The beginning of the journal of what arrived (journal.db) is destroyed; what follows was read.',
  ),
  unreadable: both(
    'El diario de lo recibido (journal.db) no se puede leer.',
    'The journal of what arrived (journal.db) cannot be read.',
  ),
  missing: both(
    'El diario de lo recibido (journal.db) no está.',
    'The journal of what arrived (journal.db) is not there.',
  ),
};

const databaseStates: Readonly<Record<Salvaged['database'], Text>> = {
  whole: both(
    'Las listas y lo que hicieron las personas (perito.db) están completas.',
    'The lists and what people did (perito.db) are whole.',
  ),
  damaged: both(
    'Lo que hicieron las personas (perito.db) está dañado; se tomó lo que se pudo leer.',
    'What people did (perito.db) is damaged; what could be read was taken.',
  ),
  missing: both(
    'Lo que hicieron las personas (perito.db) no está: faltan notas, revisiones y decisiones.',
    'What people did (perito.db) is not there: notes, reviews and decisions are missing.',
  ),
  unreadable: both(
    'Lo que hicieron las personas (perito.db) no se puede leer: faltan notas, revisiones y decisiones.',
    'What people did (perito.db) cannot be read: notes, reviews and decisions are missing.',
  ),
  otherVersion: both(
    'La base de datos (perito.db) es de otra versión de Perito y no se tomó nada de ella.',
    'The database (perito.db) is of another version of Perito, and nothing was taken of it.',
  ),
  foreign: both(
    'La base de datos (perito.db) es de otra instalación y no se tomó nada de ella.',
    'The database (perito.db) is of another installation, and nothing was taken of it.',
  ),
  otherJournal: both(
    'La base de datos (perito.db) es de otro diario y no se tomó nada de ella.',
    'The database (perito.db) is of another journal, and nothing was taken of it.',
  ),
};
