/** The marketplace's files, on a real port of this machine. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { FinancialDocumentBody } from '../financial-document.ts';
import { documentTypesOfIncident, type IncidentReportBody, pictureTypes } from '../incident-report.ts';
import { randomFor } from '../random.ts';
import { type BehaviourRef, readBehaviour, sendStatus } from './behaviours.ts';
import type { PhotoForm } from './encode-photo.ts';
import { type PictureFacts, photoSpec, type ReportFacts } from './photo-spec.ts';
import { openPhotoMaker, type PhotoMaker } from './photo-thread.ts';
import {
  financialDocumentPdf,
  type IncidentPdfKind,
  incidentPdf,
  incidentPdfKinds,
  type ReportForPdf,
  unknownReport,
} from './sample-pdf.ts';
import { type BodyStyle, views } from './sample-scene.ts';

export interface FilesOptions {
  seed?: number;
  /** Default: any free one. */
  port?: number;
  /** Of each photograph; default 2. */
  megapixels?: number;
  /** Of photographs that are kept for the next who asks; default 64 MiB. */
  keptBytes?: number;
  /** How long `verySlow` takes; `slowDrip` waits a twentieth of it between pieces. Default 2,000. */
  slowMilliseconds?: number;
  /** Where `redirectToOtherPort` leads; default a port of this machine at which nobody listens. */
  elsewhereUrl?: string;
}

export interface Files extends AsyncDisposable {
  /** `filesUrl` of what a marketplace sends, for example `http://127.0.0.1:54321`. */
  url: string;
  /** Says what a report's or document's files show; those of which nobody told show something likely. */
  register(body: IncidentReportBody | FinancialDocumentBody): void;
  /** Makes a report's photographs before anybody asks, for who measures; `keptBytes` says how many stay. */
  prepare(report: IncidentReportBody): Promise<void>;
  /** From now on, how a path is answered; null as it would be by itself. */
  setBehaviour(path: string, behaviour: BehaviourRef | null): void;
  /** What was asked so far, in order; all of it, or of one path. */
  requests(path?: string): readonly SeenRequest[];
  /** How many requests were answered, and connections open, at the same time at most. */
  maxConcurrent(): { requests: number; connections: number };
  /** Resolves as soon as this holds; looked at whenever a request or a connection begins or ends. */
  until(holds: () => boolean): Promise<void>;
  /** Holds every answer from now on. */
  hold(options?: HoldOptions): Hold;
  /** The network is cut: every connection ends at once, and nobody listens. */
  cut(): Promise<void>;
  /** Listens again on the same port. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

/** Photographs of behaviours are small: they are about everything else. */
const behaviourMegapixels = 0.2;

export async function openFiles(options: FilesOptions = {}): Promise<Files> {
  const { seed = 1, megapixels = 2, slowMilliseconds = 2_000 } = options;
  const { keptBytes = 64 * 1_024 * 1_024, elsewhereUrl = 'http://127.0.0.1:9' } = options;
  const known = openKnown(seed);
  const photos = openPhotoMaker({ keptBytes });
  const log = openRequestLog();
  const gate = openGate();
  const behaving = new Map<string, string>();
  const asked = new Map<string, number>();
  const shelves = { seed, known, photos, megapixels };
  let stopping = new AbortController();
  let server: Server | null = null;
  let port = options.port ?? 0;
  const url = () => `http://127.0.0.1:${port}`;

  async function answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const nth = (asked.get(path) ?? 0) + 1;
    asked.set(path, nth);
    if (request.method !== 'GET') return sendStatus(response, 405, { Allow: 'GET' });
    const [, root, inPath = '', filename = ''] = path.split('/');
    const written = behaving.get(path) ?? (root === 'como' ? inPath : null);
    if (written === null) return sendFile(response, await fileAt(path, shelves));
    const read = readBehaviour(written);
    if (read === null) return sendStatus(response, 404);
    await gate.pass();
    const name = nameOf(filename);
    await read.behaviour.answer({
      response,
      path,
      url: url(),
      elsewhereUrl,
      nth,
      number: read.number,
      photo: () =>
        photos.photo(name, () => photoSpec(seed, name, known.picture(name, 0)), 'whole', behaviourMegapixels),
      slowMilliseconds,
      stopping: stopping.signal,
    });
  }

  async function sendFile(response: ServerResponse, file: ServedFile | null): Promise<void> {
    if (file === null) return sendStatus(response, 404);
    const { bytes, type } = file;
    const head = { 'Content-Type': type, 'Content-Length': bytes.length, 'Cache-Control': 'private' };
    const first = gate.afterBytes();
    if (first > 0) {
      response.writeHead(200, head).write(bytes.subarray(0, first));
      await gate.pass();
      response.end(bytes.subarray(first));
      return;
    }
    await gate.pass();
    response.writeHead(200, head).end(bytes);
  }

  function take(request: IncomingMessage, response: ServerResponse): void {
    const address = URL.parse(request.url ?? '/', 'http://archivos.invalid');
    if (address === null) {
      sendStatus(response, 400);
      return;
    }
    const { pathname: path, search: query } = address;
    const { method = '', headers } = request;
    const seen = log.begin({ method, path, query, headers, status: null, end: null });
    request.resume();
    response.on('finish', () => seen.end('whole', response.statusCode));
    response.on('close', () => seen.end('cut', response.headersSent ? response.statusCode : null));
    answer(request, response, path).catch(() => {
      // The picture could not be made, or the caller left meanwhile.
      if (response.headersSent) response.destroy();
      else sendStatus(response, 503);
    });
  }

  async function listen(): Promise<void> {
    const opened = createServer({ keepAliveTimeout: 2_000 }, take);
    opened.on('connection', (socket) => {
      const connection = log.connected();
      socket.on('close', connection.gone);
      socket.on('error', () => socket.destroy());
    });
    opened.listen(port, '127.0.0.1');
    await once(opened, 'listening');
    const address = opened.address();
    if (address === null || typeof address === 'string') throw new Error('the file server has no port');
    port = address.port;
    server = opened;
  }

  async function cut(): Promise<void> {
    const open = server;
    server = null;
    stopping.abort();
    if (open === null) return;
    const closed = once(open, 'close');
    open.close();
    open.closeAllConnections();
    await closed;
  }

  await listen();
  const files: Files = {
    url: url(),
    register: known.tell,
    async prepare(report) {
      known.tell(report);
      for (const { fileFullPath } of report.attachmentsPictures)
        await fileAt(new URL(fileFullPath).pathname, shelves);
    },
    setBehaviour(path, behaviour) {
      if (behaviour === null) behaving.delete(path);
      else behaving.set(path, behaviour);
    },
    requests: (path) => log.all.filter((request) => path === undefined || request.path === path),
    maxConcurrent: () => ({ ...log.mostAtOnce }),
    until: log.until,
    hold: gate.hold,
    cut,
    async reopen() {
      stopping = new AbortController();
      await listen();
    },
    async close() {
      gate.open();
      await cut();
      await photos.close();
    },
    [Symbol.asyncDispose]: () => files.close(),
  };
  return files;
}

/** Holds answers back until somebody lets them go. */
interface HoldOptions {
  /** So many bytes of a file go out before it is held, the head of the answer with them; default none, nor the head. */
  afterBytes?: number;
}

interface Hold {
  release(): void;
}

interface Gate {
  hold(options?: HoldOptions): Hold;
  afterBytes(): number;
  /** Resolves at once where nothing is held. */
  pass(): Promise<void>;
  open(): void;
}

function openGate(): Gate {
  let held: { afterBytes: number; released: PromiseWithResolvers<void> } | null = null;
  const open = () => {
    held?.released.resolve();
    held = null;
  };
  return {
    hold({ afterBytes = 0 } = {}) {
      open();
      held = { afterBytes, released: Promise.withResolvers() };
      return { release: open };
    },
    afterBytes: () => held?.afterBytes ?? 0,
    pass: () => held?.released.promise ?? Promise.resolve(),
    open,
  };
}

/** What was asked of the server, and how much at once. */

interface SeenRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  /** Null while it is answered, and of an answer without a status line. */
  status: number | null;
  /** `whole`: all was handed to the network; `cut`: the connection ended first. */
  end: 'whole' | 'cut' | null;
}

interface RequestLog {
  all: SeenRequest[];
  mostAtOnce: { requests: number; connections: number };
  begin(request: SeenRequest): { end(how: 'whole' | 'cut', status: number | null): void };
  connected(): { gone(): void };
  /** Resolves as soon as this holds; looked at whenever a request or connection begins or ends. */
  until(holds: () => boolean): Promise<void>;
}

function openRequestLog(): RequestLog {
  const now = { requests: 0, connections: 0 };
  const waiting = new Set<() => void>();
  const changed = () => {
    for (const look of [...waiting]) look();
  };
  const count = (what: keyof typeof now, by: 1 | -1) => {
    now[what] += by;
    log.mostAtOnce[what] = Math.max(log.mostAtOnce[what], now[what]);
    changed();
  };
  const log: RequestLog = {
    all: [],
    mostAtOnce: { requests: 0, connections: 0 },
    begin(request) {
      log.all.push(request);
      count('requests', 1);
      return {
        end(how, status) {
          if (request.end !== null) return;
          request.end = how;
          request.status = status;
          count('requests', -1);
        },
      };
    },
    connected() {
      count('connections', 1);
      return { gone: () => count('connections', -1) };
    },
    until(holds) {
      return new Promise((resolve) => {
        const look = () => {
          if (!holds()) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
    },
  };
  return log;
}

/** What the server was told of the reports and documents whose files it serves. */

interface Known {
  /** Of a file that two reports name, the first says what it shows. */
  tell(body: IncidentReportBody | FinancialDocumentBody): void;
  /** By the file's name without its ending; of one that nobody told of, what its report's id makes likely. */
  picture(name: string, reportId: number): PictureFacts;
  /** A paper has no picture of itself here. */
  isPaper(name: string): boolean;
  paper(name: string, reportId: number): { kind: IncidentPdfKind; report: ReportForPdf };
  document(documentId: number): FinancialDocumentBody | null;
}

function openKnown(seed: number): Known {
  const pictures = new Map<string, PictureFacts>();
  const papers = new Map<string, { kind: IncidentPdfKind; report: ReportForPdf }>();
  const documents = new Map<number, FinancialDocumentBody>();
  function tellOfReport(report: IncidentReportBody): void {
    const facts = factsOf(report);
    for (const { filename, incidentDocumentTypeId, sequenceIndex } of report.attachmentsPictures) {
      const view = views[pictureTypes.findIndex(({ id }) => id === incidentDocumentTypeId)];
      const name = nameOf(filename);
      if (pictures.has(name)) continue;
      pictures.set(name, {
        report: facts,
        position: sequenceIndex - 1,
        ...(view === undefined ? {} : { view }),
      });
    }
    for (const { filename, incidentDocumentTypeId } of report.attachmentsDocuments) {
      const kind =
        incidentPdfKinds[documentTypesOfIncident.findIndex(({ id }) => id === incidentDocumentTypeId)];
      papers.set(nameOf(filename), { kind: kind ?? 'quotation', report });
    }
  }
  return {
    tell(body) {
      if ('documentId' in body) documents.set(body.documentId, body);
      else tellOfReport(body);
    },
    picture: (name, reportId) => pictures.get(name) ?? { report: { reportId } },
    isPaper: (name) => papers.has(name),
    paper: (name, reportId) =>
      papers.get(name) ?? {
        kind: randomFor(seed, `kind of ${name}`).pick(incidentPdfKinds),
        report: unknownReport(reportId),
      },
    document: (documentId) => documents.get(documentId) ?? null,
  };
}

/** Without its ending, and without the word for a form of it. */
const nameOf = (filename: string): string => filename.replace(/(-preview|-editada)?\.[a-z]+$/, '');

function factsOf({ incidentReportFormId, generalInfo, reportFormContents }: IncidentReportBody): ReportFacts {
  const odometerKm: unknown = reportFormContents['odometroKm'];
  return {
    reportId: incidentReportFormId,
    vin: generalInfo.vinNumber,
    style: styleOf(generalInfo.vehicleModelName),
    incidentAt: generalInfo.incidentDateTime,
    provinceName: generalInfo.stateName,
    ...(typeof odometerKm === 'number' ? { odometerKm } : {}),
  };
}

const pickups = ['Hilux', 'Frontier', 'L200', 'BT-50', 'Colorado', 'Ranger', 'D-Max'];
const sedans = [
  'Corolla',
  'Yaris',
  'Civic',
  'Accord',
  'Fit',
  'Sonata',
  'Accent',
  'Grand i10',
  'K5',
  'Picanto',
  'Sentra',
  'Swift',
  'Mazda3',
];

function styleOf(model: string): BodyStyle {
  if (pickups.includes(model)) return 'pickup';
  return sedans.includes(model) ? 'sedan' : 'suv';
}

/** The file that a path names, as a marketplace would have it. */

interface ServedFile {
  type: string;
  bytes: Buffer;
}

interface Shelves {
  seed: number;
  known: Known;
  photos: PhotoMaker;
  megapixels: number;
}

/**
 * - `/incidentes/<report>/<name>.jpg`, and `<name>-preview.jpg`; `<name>-editada.jpg` is the same photograph, cut and
 *   compressed once more. The name alone says which photograph it is, so that two reports can name the same one.
 * - `/incidentes/<report>/<name>.pdf`
 * - `/documentos/<document>/<n>.pdf`, where the server was told of the document.
 */
async function fileAt(
  path: string,
  { seed, known, photos, megapixels }: Shelves,
): Promise<ServedFile | null> {
  const [, folder, id = '', filename = '', more] = path.split('/');
  const name = nameOf(filename);
  if (!/^\d+$/.test(id) || name === '' || more !== undefined) return null;
  if (folder === 'documentos' && /^\d+\.pdf$/.test(filename)) {
    const document = known.document(Number(id));
    return document && pdf(financialDocumentPdf(document, Number(name)));
  }
  if (folder !== 'incidentes') return null;
  if (filename.endsWith('.pdf')) {
    const { kind, report } = known.paper(name, Number(id));
    return pdf(incidentPdf(kind, report, seed, name));
  }
  if (!filename.endsWith('.jpg') || known.isPaper(name)) return null;
  const facts = known.picture(name, Number(id));
  const key = `${facts.report.reportId}/${name}`;
  const jpeg = await photos.photo(key, () => photoSpec(seed, name, facts), formOf(filename), megapixels);
  return { type: 'image/jpeg', bytes: jpeg };
}

const pdf = (bytes: Buffer): ServedFile => ({ type: 'application/pdf', bytes });

function formOf(filename: string): PhotoForm {
  if (filename.endsWith('-preview.jpg')) return 'preview';
  return filename.endsWith('-editada.jpg') ? 'edited' : 'whole';
}
