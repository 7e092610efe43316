/** Entry of the thread in which a place for photos and papers is read and written: one that hangs holds nothing else. */
import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod';
import { errorCode } from '../../error-code.ts';
import { ContentPlaceProblem, type PlaceAddress, placeAddressOf } from './address.ts';
import type { ContentPlace, FromPlace, ToPlace } from './content-place.ts';
import type { Alive, PlaceDriver } from './driver.ts';
import { openFolderPlace } from './folder-place.ts';
import { openS3Place, type StoreKeys } from './s3-place.ts';

const aliveMilliseconds = 500;

const marker = z.object({ format: z.literal(1), installationId: z.uuid(), id: z.uuid() });
type Marker = z.infer<typeof marker>;

/** What a place is asked, with its marker looked at wherever an empty or another place would be taken for it. */
class MarkedPlace {
  readonly #driver: PlaceDriver;
  readonly #isFolder: boolean;
  readonly #id: string | null;
  #isKnown = false;

  constructor(driver: PlaceDriver, isFolder: boolean, id: string | null) {
    this.#driver = driver;
    this.#isFolder = isFolder;
    this.#id = id;
  }

  async put(content: Parameters<ContentPlace['put']>[0], alive: Alive): Promise<void> {
    await this.#know();
    await this.#driver.put(content, alive);
    // What was unmounted meanwhile may have been written to what lies under it.
    if (this.#isFolder) await this.look();
  }

  async get(content: Parameters<ContentPlace['get']>[0], path: string, alive: Alive) {
    await this.#know();
    const found = await this.#driver.get(content, path, alive);
    if (found === 'missing') await this.look();
    return found;
  }

  async sizeOf(sha256: string): Promise<number | null> {
    await this.#know();
    const found = await this.#driver.sizeOf(sha256);
    if (found === null) await this.look();
    return found;
  }

  async remove(sha256: string): Promise<void> {
    await this.#know();
    await this.#driver.remove(sha256);
    // What is not there is removed only where it is the place that does not have it.
    await this.look();
  }

  /** Rejects where the place cannot be reached, or is not the one that is meant. */
  async look(): Promise<void> {
    this.#isKnown = false;
    const found = markerIn(await this.#driver.readMarker());
    if (found === null) throw notMarked();
    if (found.id !== this.#id)
      throw new ContentPlaceProblem(
        'foreign',
        'It is another place than the one that this Perito works with.',
      );
    this.#isKnown = true;
  }

  /** The id of the place; it is made one where it has no marker and `mayMake`. */
  async claim(installationId: string, mayMake: boolean): Promise<string> {
    const found = markerIn(await this.#driver.readMarker());
    if (found !== null && found.installationId !== installationId)
      throw new ContentPlaceProblem('foreign', 'It has photos and papers of another installation.');
    if (found !== null) return found.id;
    if (!mayMake) throw notMarked();
    const made: Marker = { format: 1, installationId, id: randomUUID() };
    await this.#driver.writeMarker(`${JSON.stringify(made)}\n`);
    // Of two that make it at the same time one is read by both.
    return markerIn(await this.#driver.readMarker())?.id ?? made.id;
  }

  /** A folder may be unmounted at any moment, so it is looked at each time; that costs a store a request. */
  async #know(): Promise<void> {
    if (this.#isFolder || !this.#isKnown) await this.look();
  }
}

function markerIn(text: string | null): Marker | null {
  if (text === null) return null;
  try {
    return marker.parse(JSON.parse(text));
  } catch (cause) {
    throw new ContentPlaceProblem('other', 'Its marker cannot be read.', cause);
  }
}

const notMarked = (): ContentPlaceProblem =>
  new ContentPlaceProblem('notMarked', 'It is empty: it is not mounted, or not the place that is meant.');

function driverOf(address: PlaceAddress): PlaceDriver {
  if (address.kind === 'folder') return openFolderPlace(address.folder);
  return openS3Place(address, keysOf(process.env));
}

function keysOf(environment: NodeJS.ProcessEnv): StoreKeys | null {
  const accessKeyId = environment['AWS_ACCESS_KEY_ID'];
  const secretAccessKey = environment['AWS_SECRET_ACCESS_KEY'];
  const sessionToken = environment['AWS_SESSION_TOKEN'];
  if (!accessKeyId || !secretAccessKey) return null;
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}

const port = parentPort;
if (port === null) throw new Error('A place for photos and papers is reached in a thread of its own.');
const send = (message: FromPlace) => port.postMessage(message);
const start = z.object({ address: z.string(), id: z.uuid().nullable() }).parse(workerData);
const address = placeAddressOf(start.address);
const driver = driverOf(address);
const place = new MarkedPlace(driver, address.kind === 'folder', start.id);

port.on('message', (message: ToPlace) => {
  const { call } = message;
  let last = performance.now();
  const alive = () => {
    if (performance.now() - last < aliveMilliseconds) return;
    last = performance.now();
    send({ type: 'alive', call });
  };
  answer(message, alive).then(
    (value) => send({ type: 'answer', call, value }),
    (failure: unknown) => {
      const detail = failure instanceof Error ? failure.message : String(failure);
      const isPlace = failure instanceof ContentPlaceProblem;
      send({
        type: 'failed',
        call,
        problem: isPlace ? failure.code : null,
        code: errorCode(failure),
        detail,
      });
    },
  );
});

async function answer(message: ToPlace, alive: Alive): Promise<unknown> {
  switch (message.act) {
    case 'put':
      return place.put(message.content, alive);
    case 'get':
      return place.get(message.content, message.path, alive);
    case 'sizeOf':
      return place.sizeOf(message.sha256);
    case 'remove':
      return place.remove(message.sha256);
    case 'look':
      return place.look();
    case 'claim':
      return place.claim(message.installationId, message.mayMake);
  }
}
