import { EngineProblem } from '../shell/process.ts';

/**
 * By the codes of an `EngineProblem`, and of its fault where that says more; what is not known here has `other`. Where data are damaged,
 * lost or cannot be used, Perito starts, and the screen says it.
 */
type Sentences = Record<
  | 'inUse'
  | 'outOfMemory'
  | 'unreachable'
  | 'noPassword'
  | 'certificate'
  | 'refused'
  | 'superseded'
  | 'behind'
  | 'otherInstallation'
  | 'other'
  | 'technical',
  string
>;

const spanish: Sentences = {
  inUse:
    'Otro Perito ya trabaja con estos datos. Búsquelo junto al reloj o en la barra de tareas, o ciérrelo y abra este otra vez.',
  outOfMemory: 'Perito necesitó más memoria de la que puede tomar y se detuvo. Ábralo otra vez.',
  unreachable:
    'El servidor de la base de datos no responde. Compruebe que está encendido y que la red llega a él, y abra Perito otra vez; nada de lo recibido se perdió.',
  noPassword:
    'El servidor de la base de datos pide una contraseña, y Perito no la encontró en PGPASSWORD, en ~/.pgpass ni en el almacén de claves de este sistema. Nada de lo recibido se perdió.',
  certificate:
    'El certificado del servidor de la base de datos no es válido. Hace falta uno vigente, para el nombre del servidor, de una autoridad en la que este equipo confía. Nada de lo recibido se perdió.',
  refused:
    'El servidor de la base de datos no deja entrar a Perito. Compruebe el usuario, la contraseña y el nombre de la base de datos. Nada de lo recibido se perdió.',
  superseded:
    'Otro Perito tomó el lugar de este en la base de datos: este ya no escribe nada. Ábralo otra vez para que quede en espera.',
  behind:
    'A la base de datos le falta lo que su servidor ya había confirmado: se ascendió una réplica que no era síncrona. Abra Perito otra vez: ningún número se repite. Lo que se perdió hay que enviarlo otra vez.',
  otherInstallation:
    'La base de datos es de otra instalación de Perito que la carpeta de los datos. Use la carpeta que va con ella.',
  other: 'Perito se detuvo por una falla. Ábralo otra vez; nada de lo recibido se perdió.',
  technical: 'Detalle técnico',
};

const english: Sentences = {
  inUse:
    'Another Perito works on this data already. Look for it beside the clock or in the task bar, or close it and open this one again.',
  outOfMemory: 'Perito needed more memory than it may take and stopped. Open it again.',
  unreachable:
    'The database server does not answer. Check that it is on, and that the network reaches it, and open Perito again; nothing that was received is lost.',
  noPassword:
    'The database server asks for a password, and Perito found none in PGPASSWORD, in ~/.pgpass or in the keychain of this system. Nothing that was received is lost.',
  certificate:
    'The certificate of the database server does not hold. It takes one that is valid now, for the name of the server, by an authority that this computer trusts. Nothing that was received is lost.',
  refused:
    'The database server does not let Perito in. Check the user, the password and the name of the database. Nothing that was received is lost.',
  superseded:
    'Another Perito has taken the place of this one at the database: this one writes nothing more. Open it again to stand by.',
  behind:
    'The database lacks what its server had said was committed: a replica was promoted that was not synchronous. Open Perito again: no number is given twice. What was lost has to be sent again.',
  otherInstallation:
    'The database is of another installation of Perito than the folder of the data. Use the folder that goes with it.',
  other: 'Perito stopped through a fault. Open it again; nothing that was received is lost.',
  technical: 'Technical detail',
};

/** Why Perito did not start or is gone, for the box that says so; below it what whoever looks after the computer asks for. */
export function problemText(failure: unknown, isEnglish: boolean): string {
  const texts = isEnglish ? english : spanish;
  const { code = '', fault = null } = failure instanceof EngineProblem ? failure : {};
  const known = [fault?.code ?? '', code].find(isKnown) ?? 'other';
  const detail = fault?.detail ?? (failure instanceof Error ? failure.message : String(failure));
  return detail === '' ? texts[known] : `${texts[known]}\n\n${texts.technical}: ${detail}`;
}

const isKnown = (code: string): code is Exclude<keyof Sentences, 'technical'> =>
  code !== 'technical' && Object.hasOwn(spanish, code);
