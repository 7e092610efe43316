/** What the system tells a person of while Perito is not looked at. */
import type { MessagePort } from 'node:worker_threads';
import type { CancellationRow } from '#shared/contract/cancellations.ts';
import type { TakeOver } from '#shared/contract/database.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { Status } from '#shared/contract/status.ts';
import { shortEngineNames } from '#shared/engine-names.ts';
import { dominicanTime } from '#shared/rules/dominican-time.ts';
import { isQuiet } from '#shared/rules/quiet-hours.ts';
import { type ConsoleClient, followConsole } from './follow-console.ts';
import { systemLocale } from './locale.ts';
import { notify } from './notify.ts';

/** What was told of; kept by whoever follows again after an engine failed at an answer. */
export interface Told {
  /** Cancellations that were told of, or waited already at the start; null before that is known. */
  ids: Set<number> | null;
  /** Troubles that were told of and stand still. */
  troubles: Set<Trouble>;
  /** The instant after which no take-over was told of: those before it were over when this program began. */
  takeOversUntil: string;
}

export const nothingTold = (): Told => ({
  ids: null,
  troubles: new Set(),
  takeOversUntil: new Date().toISOString(),
});

interface Notifying {
  connect: () => MessagePort;
  ended: Promise<unknown>;
  open: (path: string) => void;
  /** Whether a person looks at a window of Perito, whose frame shows the same. */
  isSeen: () => boolean;
  told?: Told;
}

/**
 * Shows a notification for each cancellation that begins to wait, until `ended`: its order, amount and the time that is left.
 * Each is told of once, however often the marketplace asks about it and whichever engine lists it; what waited already at the
 * start is on the screen and is not told of. One for each trouble that begins, once until it is over: what keeps Perito from
 * receiving or keeping, a database of a server that would lose something, copies that are too old, files and deliveries that
 * failed. One where another engine of the office begins to lead, for whoever administers it. Nothing is told in quiet hours, of what nobody wants to be told of, or while a window of Perito is looked at; what
 * still stands afterwards is told then.
 *
 * A port that closes is followed by another. Rejects where an engine fails at an answer; whoever follows it again with the same
 * `told` has what came meanwhile told of.
 */
export async function showNotifications(notifying: Notifying): Promise<void> {
  const { connect, ended, open, isSeen, told = nothingTold() } = notifying;
  await followConsole({
    ...{ connect, ended },
    topics: new Set(['cancellations', 'status', 'attachments', 'rejected', 'settings', 'absences'] as const),
    async begin(client) {
      told.ids ??= new Set((await waiting(client)).map(({ id }) => id));
    },
    async look(client) {
      const { notifications: wanted } = await client.settings.get();
      const seen = isSeen();
      const telling: Telling = { wanted, seen, mayTell: !seen && !isQuiet(wanted, Date.now()), open };
      tellOfCancellations(await waiting(client), told, telling);
      const [status, backups] = await Promise.all([client.status.get(), client.backups.get()]);
      const standing = troublesOf(status, backups);
      const { takeOver } = status.engine;
      const isOfServer = status.databaseRisk !== null || takeOver !== null;
      const isOfOthers = isOfServer && !(await mayMend(client));
      if (isOfOthers) standing.delete('databaseAtRisk');
      tellOfTroubles(standing, told, telling);
      if (takeOver !== null && !isOfOthers) tellOfTakeOver(takeOver, told, telling);
    },
  });
}

interface Telling {
  wanted: Settings['notifications'];
  /** What a person sees on the screen is not told of later either. */
  seen: boolean;
  mayTell: boolean;
  open: (path: string) => void;
}

function tellOfCancellations(rows: readonly CancellationRow[], told: Told, telling: Telling): void {
  const { wanted, seen, mayTell, open } = telling;
  for (const row of rows) {
    if (told.ids?.has(row.id)) continue;
    if (mayTell || seen) told.ids?.add(row.id);
    if (mayTell && wanted.cancellations) announce(row, open);
  }
}

function tellOfTroubles(standing: ReadonlySet<Trouble>, told: Told, telling: Telling): void {
  const { wanted, seen, mayTell, open } = telling;
  for (const trouble of told.troubles) if (!standing.has(trouble)) told.troubles.delete(trouble);
  for (const trouble of standing) {
    if (told.troubles.has(trouble)) continue;
    if (mayTell || seen) told.troubles.add(trouble);
    if (!mayTell || !isWanted(trouble, wanted)) continue;
    const { title, body, path } = troubles[trouble];
    const locale = systemLocale();
    notify({ title: title[locale], body: body[locale], onClick: () => open(path) });
  }
}

function tellOfTakeOver(takeOver: TakeOver, told: Told, telling: Telling): void {
  const { wanted, seen, mayTell, open } = telling;
  const { at, isPlanned, isServerReplaced } = takeOver;
  if (at <= told.takeOversUntil) return;
  if (mayTell || seen) told.takeOversUntil = at;
  if (!mayTell || !wanted.failures) return;
  const texts = takeOverTexts[systemLocale()];
  const clock = new Date(`${dominicanTime(Date.parse(at))}Z`);
  const time = clock.toLocaleTimeString(texts.locale, timeOfDay);
  const body = texts[isPlanned ? 'planned' : 'unplanned'](shortEngineNames(takeOver));
  notify({
    title: texts.title(time),
    body: isServerReplaced ? body : `${body} ${texts.nothingLost}`,
    onClick: () => open('/settings/database'),
  });
}

const timeOfDay = { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' } as const;

type Names = Pick<TakeOver, 'leader' | 'before'>;

const takeOverTexts = {
  es: {
    locale: 'es-DO',
    title: (time: string) => `Otro motor dirige desde ${/^1\D/.test(time) ? 'la' : 'las'} ${time}`,
    planned: ({ leader, before }: Names) => `${before} entregó el turno a ${leader}.`,
    unplanned: ({ leader, before }: Names) => `${leader} tomó el lugar de ${before}, que dejó de dar señal.`,
    nothingLost: 'No se perdió nada de lo contestado.',
  },
  en: {
    locale: 'en-US',
    title: (time: string) => `Another engine has led since ${time}`,
    planned: ({ leader, before }: Names) => `${before} handed over to ${leader}.`,
    unplanned: ({ leader, before }: Names) =>
      `${leader} took the place of ${before}, which was not heard of any more.`,
    nothingLost: 'Nothing that was answered was lost.',
  },
};

async function waiting(client: ConsoleClient): Promise<CancellationRow[]> {
  const { rows } = await client.cancellations.list({ state: 'waiting', limit: 200 });
  return rows;
}

function announce(row: CancellationRow, open: (path: string) => void): void {
  const texts = systemLocale() === 'en' ? english : spanish;
  const order = row.orderNumber ?? String(row.marketplaceId);
  const seconds = Math.ceil((Date.parse(row.heldUntil ?? '') - Date.now()) / 1000);
  notify({
    title: texts.title(isDecimal(row.total) ? `${order} · ${pesos.format(row.total)}` : order),
    body: [seconds > 0 ? texts.left(seconds) : null, row.partyName, row.reason].filter(Boolean).join(' · '),
    onClick: () => open(`/cancellations/${row.id}`),
  });
}

const isDecimal = (text: string | null): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text ?? '');

/** Orders carry no currency: they are in pesos. */
const pesos = new Intl.NumberFormat('es-DO', { style: 'currency', currency: 'DOP' });

const spanish = {
  title: (order: string) => `Piden cancelar ${order}`,
  left: (seconds: number) => (seconds === 1 ? 'Queda 1 s' : `Quedan ${seconds} s`),
};
const english = {
  title: (order: string) => `Asked to cancel ${order}`,
  left: (seconds: number) => `${seconds} s left`,
};

/** What is wrong and waits for a person. */
type Trouble = keyof typeof troubles;

type Backups = Awaited<ReturnType<ConsoleClient['backups']['get']>>;

function troublesOf(status: Status, { places, lacksPlace }: Backups): Set<Trouble> {
  const { receiver, engine, needs } = status;
  const stands: Readonly<Record<Trouble, boolean>> = {
    diskLow: receiver.error?.code === 'diskLow',
    notReceiving:
      receiver.error?.code !== 'diskLow' && (receiver.state === 'failed' || receiver.state === 'notStoring'),
    damaged: engine.damaged.length > 0 || engine.database !== null,
    databaseAtRisk: status.databaseRisk !== null,
    backupTooOld: lacksPlace || places.some(({ isTooOld }) => isTooOld),
    downloadsFailed: needs.attachmentsFailed > 0,
    rejected: needs.rejectedUnseen > 0,
  };
  return new Set(troubleNames.filter((trouble) => stands[trouble]));
}

/** Who is here may do something about the server of the data, or nobody is known who may not. */
async function mayMend(client: ConsoleClient): Promise<boolean> {
  const { person } = await client.people.me();
  return person === null || person.role === 'administrator';
}

const isWanted = (trouble: Trouble, wanted: Settings['notifications']): boolean =>
  trouble === 'backupTooOld' ? wanted.backups : wanted.failures;

const troubles = {
  diskLow: {
    title: { es: 'Queda poco espacio en el disco', en: 'The disk is nearly full' },
    body: {
      es: 'Perito no recibe nada hasta que haya espacio. Libere espacio en este equipo.',
      en: 'Perito receives nothing until there is room. Free some space on this computer.',
    },
    path: '/settings/about',
  },
  notReceiving: {
    title: { es: 'Perito no está recibiendo', en: 'Perito is not receiving' },
    body: {
      es: 'Las llamadas del marketplace no se están tomando. Abra Perito para ver por qué.',
      en: 'Calls of the marketplace are not taken. Open Perito to see why.',
    },
    path: '/settings/connection',
  },
  damaged: {
    title: { es: 'Hay datos dañados', en: 'Some data are damaged' },
    body: {
      es: 'Perito encontró un archivo dañado en sus datos. Abra Perito para ver qué hacer.',
      en: 'Perito found a damaged file among its data. Open Perito to see what to do.',
    },
    path: '/settings/verification',
  },
  databaseAtRisk: {
    title: { es: 'Réplica de la base de datos', en: 'Replica of the database' },
    body: {
      es: 'Falta, y entonces no se contesta nada, o es asíncrona. Abra Perito para ver qué hacer.',
      en: 'It is missing, so that nothing is answered, or it is asynchronous. Open Perito to see what to do.',
    },
    path: '/settings/database',
  },
  backupTooOld: {
    title: { es: 'No hay un respaldo reciente', en: 'There is no recent backup' },
    body: {
      es: 'Conecte el disco de los respaldos o elija una carpeta.',
      en: 'Connect the disk of the backups, or choose a folder.',
    },
    path: '/settings/backups',
  },
  downloadsFailed: {
    title: { es: 'Hay fotos o documentos sin descargar', en: 'Photos or documents could not be downloaded' },
    body: {
      es: 'Perito lo intentó varias veces. Vea por qué en Descargas.',
      en: 'Perito tried several times. See why in Downloads.',
    },
    path: '/downloads',
  },
  rejected: {
    title: { es: 'Llegó un envío rechazado', en: 'A rejected delivery came' },
    body: {
      es: 'El marketplace envió algo que no se pudo tomar. Vea qué le falta.',
      en: 'The marketplace sent something that could not be taken. See what it lacks.',
    },
    path: '/rejected',
  },
} as const satisfies Record<string, NotificationText>;

type NotificationText = Record<'title' | 'body', Readonly<Record<'es' | 'en', string>>> & { path: string };

const troubleNames = Object.keys(troubles).filter((name): name is Trouble => Object.hasOwn(troubles, name));
