import { EngineProblem } from '../shell/process.ts';

/**
 * By the codes of an `EngineProblem`; what is not known here has `other`. Where only the database that is derived is damaged or
 * lost, Perito starts, and the screen says it.
 */
type Sentences = Record<
  | 'inUse'
  | 'newerSchema'
  | 'databaseLost'
  | 'databaseOlder'
  | 'databaseForeign'
  | 'journalOlder'
  | 'corrupt'
  | 'notAccessible'
  | 'diskFull'
  | 'outOfMemory'
  | 'other'
  | 'technical',
  string
>;

const spanish: Sentences = {
  inUse:
    'Otro Perito ya trabaja con estos datos. Búsquelo en la barra de tareas, o ciérrelo y abra este otra vez.',
  newerSchema: 'Los datos son de una versión más nueva de Perito. Instale esa versión; nada se cambió.',
  databaseLost:
    'Falta el archivo de lo recibido (journal.db), aunque Perito ya trabajó aquí; nada se cambió. Quien atiende el equipo debe restaurar una copia de respaldo de la carpeta de datos.',
  databaseOlder:
    'La base de datos es de una versión anterior de Perito y junto a ella está lo recibido por una más nueva; nada se cambió. El detalle dice cómo conservar lo uno o lo otro: pida ayuda a quien atiende el equipo.',
  databaseForeign:
    'La base de datos es de otra instalación de Perito. Vuelva a poner la de esta, o pida ayuda; nada se cambió.',
  journalOlder:
    'El archivo de lo recibido (journal.db) es más viejo que la base de datos, o no es el suyo; nada se cambió. Vuelva a poner el que corresponde. Solo si se perdió del todo, quien atiende el equipo puede seguir con el que está, como dice el detalle.',
  corrupt:
    'El archivo de lo recibido está dañado; nada se cambió. Quien atiende el equipo debe restaurar una copia de respaldo de la carpeta de datos.',
  notAccessible:
    'Perito no puede usar la carpeta de sus datos. Compruebe que existe, que esta cuenta tiene permiso y que ningún otro programa usa sus archivos.',
  diskFull: 'El disco está lleno. Libere espacio y abra Perito otra vez; nada de lo recibido se perdió.',
  outOfMemory: 'Perito necesitó más memoria de la que puede tomar y se detuvo. Ábralo otra vez.',
  other: 'Perito se detuvo por una falla. Ábralo otra vez; nada de lo recibido se perdió.',
  technical: 'Detalle técnico',
};

const english: Sentences = {
  inUse:
    'Another Perito works on this data already. Look for it in the task bar, or close it and open this one again.',
  newerSchema: 'The data are of a newer version of Perito. Install that version; nothing was changed.',
  databaseLost:
    'The file of what was received (journal.db) is missing although Perito worked here before; nothing was changed. Whoever looks after the computer has to restore a backup of the data folder.',
  databaseOlder:
    'The database is of an older version of Perito, and what a newer one received lies beside it; nothing was changed. The detail says how to keep the one or the other: ask whoever looks after the computer.',
  databaseForeign:
    'The database belongs to another installation of Perito. Put the right one back, or ask for help; nothing was changed.',
  journalOlder:
    'The file of what was received (journal.db) is older than the database, or belongs to another; nothing was changed. Put the right one back. Only where it is lost for good, whoever looks after the computer can go on with the one that is there, as the detail says.',
  corrupt:
    'The file of what was received is damaged; nothing was changed. Whoever looks after the computer has to restore a backup of the data folder.',
  notAccessible:
    'Perito cannot use the folder of its data. Check that it exists, that this account has permission, and that no other program uses its files.',
  diskFull: 'The disk is full. Free some space and open Perito again; nothing that was received is lost.',
  outOfMemory: 'Perito needed more memory than it may take and stopped. Open it again.',
  other: 'Perito stopped through a fault. Open it again; nothing that was received is lost.',
  technical: 'Technical detail',
};

/** Why Perito did not start or is gone, for the box that says so; below it what whoever looks after the computer asks for. */
export function problemText(failure: unknown, isEnglish: boolean): string {
  const texts = isEnglish ? english : spanish;
  const code = failure instanceof EngineProblem ? failure.code : '';
  const sentence = isKnown(code) ? texts[code] : texts.other;
  const detail = failure instanceof Error ? failure.message : String(failure);
  return `${sentence}\n\n${texts.technical}: ${detail}`;
}

const isKnown = (code: string): code is Exclude<keyof Sentences, 'technical'> =>
  code !== 'technical' && Object.hasOwn(spanish, code);
