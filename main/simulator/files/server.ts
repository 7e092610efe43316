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
  /** Registers a report or document, so that its files show what it says; files of no registered record show something likely. */
  register(body: IncidentReportBody | FinancialDocumentBody): void;
  /** Makes a report's photographs before anybody asks, for who measures; `keptBytes` says how many stay. */
  prepare(report: IncidentReportBody): Promise<void>;
  /** Sets how a path is answered from now on; null as by default. */
  setBehaviour(path: string, behaviour: BehaviourRef | null): void;
  /** The requests so far, in order; all of them, or those of one path. */
  requests(path?: string): readonly SeenRequest[];
  /** How many requests were answered, and connections open, at the same time at most. */
  maxConcurrent(): { requests: number; connections: number };
  /** Resolves as soon as the condition holds; checked whenever a request or a connection begins or ends. */
  until(condition: () => boolean): Promise<void>;
  /** Holds every answer from now on. */
  hold(options?: HoldOptions): { release(): void };
  /** Ends every connection at once, and stops listening, as a network that is cut. */
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
  const registry = openFileRegistry(seed);
  const photos = openPhotoMaker(keptBytes);
  const log = openRequestLog();
  const responseHold = openResponseHold();
  const pathBehaviours = new Map<string, string>();
  const requestCounts = new Map<string, number>();
  const sources = { seed, registry, photos, megapixels };
  let stopping = new AbortController();
  let server: Server | null = null;
  let port = options.port ?? 0;
  const url = () => `http://127.0.0.1:${port}`;

  async function answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const nth = (requestCounts.get(path) ?? 0) + 1;
    requestCounts.set(path, nth);
    if (request.method !== 'GET') return sendStatus(response, 405, { Allow: 'GET' });
    const [, root, inPath = '', filename = ''] = path.split('/');
    const written = pathBehaviours.get(path) ?? (root === 'como' ? inPath : null);
    if (written === null) return sendFile(response, await fileAt(path, sources));
    const read = readBehaviour(written);
    if (read === null) return sendStatus(response, 404);
    await responseHold.wait();
    const name = nameOf(filename);
    await read.behaviour.answer({
      response,
      path,
      url: url(),
      elsewhereUrl,
      nth,
      number: read.number,
      photo: () =>
        photos.photo(
          name,
          () => photoSpec(seed, name, registry.picture(name, 0)),
          'whole',
          behaviourMegapixels,
        ),
      slowMilliseconds,
      stopping: stopping.signal,
    });
  }

  async function sendFile(response: ServerResponse, file: ServedFile | null): Promise<void> {
    if (file === null) return sendStatus(response, 404);
    const { bytes, type } = file;
    const head = { 'Content-Type': type, 'Content-Length': bytes.length, 'Cache-Control': 'private' };
    const first = responseHold.afterBytes();
    if (first > 0) {
      response.writeHead(200, head).write(bytes.subarray(0, first));
      await responseHold.wait();
      response.end(bytes.subarray(first));
      return;
    }
    await responseHold.wait();
    response.writeHead(200, head).end(bytes);
  }

  function handleRequest(request: IncomingMessage, response: ServerResponse): void {
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
    const opened = createServer({ keepAliveTimeout: 2_000 }, handleRequest);
    opened.on('connection', (socket) => {
      const connection = log.connected();
      socket.on('close', connection.closed);
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
    register: registry.register,
    async prepare(report) {
      registry.register(report);
      for (const { fileFullPath } of report.attachmentsPictures)
        await fileAt(new URL(fileFullPath).pathname, sources);
    },
    setBehaviour(path, behaviour) {
      if (behaviour === null) pathBehaviours.delete(path);
      else pathBehaviours.set(path, behaviour);
    },
    requests: (path) => log.all.filter((request) => path === undefined || request.path === path),
    maxConcurrent: () => ({ ...log.maxConcurrent }),
    until: log.until,
    hold: responseHold.hold,
    cut,
    async reopen() {
      stopping = new AbortController();
      await listen();
    },
    async close() {
      responseHold.release();
      await cut();
      await photos.close();
    },
    [Symbol.asyncDispose]: () => files.close(),
  };
  return files;
}

interface HoldOptions {
  /** So many bytes of a file go out before it is held, the head of the answer with them; default none, nor the head. */
  afterBytes?: number;
}

/** Holds responses back until they are released. */
function openResponseHold() {
  let held: { afterBytes: number; released: PromiseWithResolvers<void> } | null = null;
  const release = () => {
    held?.released.resolve();
    held = null;
  };
  return {
    hold({ afterBytes = 0 }: HoldOptions = {}) {
      release();
      held = { afterBytes, released: Promise.withResolvers() };
      return { release };
    },
    afterBytes: () => held?.afterBytes ?? 0,
    /** Resolves at once where nothing is held. */
    wait: () => held?.released.promise ?? Promise.resolve(),
    release,
  };
}

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

/** Records the requests, and how many requests and connections were open at the same time. */
function openRequestLog() {
  const all: SeenRequest[] = [];
  const now = { requests: 0, connections: 0 };
  const maxConcurrent = { ...now };
  const waiting = new Set<() => void>();
  const changed = () => {
    for (const check of [...waiting]) check();
  };
  const count = (kind: keyof typeof now, by: 1 | -1) => {
    now[kind] += by;
    maxConcurrent[kind] = Math.max(maxConcurrent[kind], now[kind]);
    changed();
  };
  return {
    all,
    maxConcurrent,
    begin(request: SeenRequest) {
      all.push(request);
      count('requests', 1);
      return {
        end(end: 'whole' | 'cut', status: number | null) {
          if (request.end !== null) return;
          request.end = end;
          request.status = status;
          count('requests', -1);
        },
      };
    },
    connected() {
      count('connections', 1);
      return { closed: () => count('connections', -1) };
    },
    until(condition: () => boolean): Promise<void> {
      return new Promise((resolve) => {
        const check = () => {
          if (!condition()) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      });
    },
  };
}

/** The reports and documents whose files the server serves. */
interface FileRegistry {
  /** Where two reports name one file, the first decides what it shows. */
  register(body: IncidentReportBody | FinancialDocumentBody): void;
  /** By the file's name without its extension; of an unregistered file what its report's id makes likely. */
  picture(name: string, reportId: number): PictureFacts;
  /** Such a file has no preview here. */
  isPdf(name: string): boolean;
  pdf(name: string, reportId: number): { kind: IncidentPdfKind; report: ReportForPdf };
  document(documentId: number): FinancialDocumentBody | null;
}

function openFileRegistry(seed: number): FileRegistry {
  const pictures = new Map<string, PictureFacts>();
  const pdfs = new Map<string, { kind: IncidentPdfKind; report: ReportForPdf }>();
  const documents = new Map<number, FinancialDocumentBody>();
  function registerReport(report: IncidentReportBody): void {
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
      pdfs.set(nameOf(filename), { kind: kind ?? 'quotation', report });
    }
  }
  return {
    register(body) {
      if ('documentId' in body) documents.set(body.documentId, body);
      else registerReport(body);
    },
    picture: (name, reportId) => pictures.get(name) ?? { report: { reportId } },
    isPdf: (name) => pdfs.has(name),
    pdf: (name, reportId) =>
      pdfs.get(name) ?? {
        kind: randomFor(seed, `kind of ${name}`).pick(incidentPdfKinds),
        report: unknownReport(reportId),
      },
    document: (documentId) => documents.get(documentId) ?? null,
  };
}

/** The name without its extension and its suffix for a preview or an edited copy. */
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

interface ServedFile {
  type: string;
  bytes: Buffer;
}

interface FileSources {
  seed: number;
  registry: FileRegistry;
  photos: PhotoMaker;
  megapixels: number;
}

/**
 * The file that a path names:
 * - `/incidentes/<report>/<name>.jpg`, and `<name>-preview.jpg`; `<name>-editada.jpg` is the same photograph, cut and
 *   compressed once more. The name alone says which photograph it is, so that two reports can name the same one.
 * - `/incidentes/<report>/<name>.pdf`
 * - `/documentos/<document>/<n>.pdf`, of a registered document
 */
async function fileAt(
  path: string,
  { seed, registry, photos, megapixels }: FileSources,
): Promise<ServedFile | null> {
  const [, folder, id = '', filename = '', more] = path.split('/');
  const name = nameOf(filename);
  if (!/^\d+$/.test(id) || name === '' || more !== undefined) return null;
  if (folder === 'documentos' && /^\d+\.pdf$/.test(filename)) {
    const document = registry.document(Number(id));
    return document && pdfFile(financialDocumentPdf(document, Number(name)));
  }
  if (folder !== 'incidentes') return null;
  if (filename.endsWith('.pdf')) {
    const { kind, report } = registry.pdf(name, Number(id));
    return pdfFile(incidentPdf(kind, report, seed, name));
  }
  if (!filename.endsWith('.jpg') || registry.isPdf(name)) return null;
  const facts = registry.picture(name, Number(id));
  const key = `${facts.report.reportId}/${name}`;
  const jpeg = await photos.photo(key, () => photoSpec(seed, name, facts), formOf(filename), megapixels);
  return { type: 'image/jpeg', bytes: jpeg };
}

const pdfFile = (bytes: Buffer): ServedFile => ({ type: 'application/pdf', bytes });

function formOf(filename: string): PhotoForm {
  if (filename.endsWith('-preview.jpg')) return 'preview';
  return filename.endsWith('-editada.jpg') ? 'edited' : 'whole';
}
