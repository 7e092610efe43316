/** The demo: receiver and console on a throw-away data directory, with a simulated marketplace that keeps calling. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locale } from '#shared/terms.ts';
import { type Console, openConsole } from '../browser/console.ts';
import { openKeychain } from '../keychain/keychain.ts';
import { EngineProblem, version } from '../shell/process.ts';
import { readRendererFiles } from '../shell/renderer-files.ts';
import {
  eventText,
  type Files,
  generateTraffic,
  openFiles,
  openMarketplace,
  openPlatform,
  type PlatformBehaviours,
} from '../simulator/index.ts';
import { type Command, type CommandRun, exitCodes, logFault, parseOptions, wholeNumber } from './command.ts';
import { fillDemo } from './demo-data.ts';
import { consoleClient, openDemoDesk } from './demo-staff.ts';
import { readPlatform } from './serve-options.ts';
import { terminalLocale } from './terminal-locale.ts';

export const demo: Command = {
  summary: 'sample data in a throw-away place, and a simulated marketplace that keeps calling',
  usage: `demo [--receiver-port N] [--console-port N] [--seed N] [--platform-url URL] [--once]

  --receiver-port N  port of the receiver on 127.0.0.1 (default: any free one)
  --console-port N   port of the console on 127.0.0.1 (default: any free one)
  --seed N           makes other sample data; the same seed makes the same
  --platform-url URL base address of a platform, in place of the simulated one
  --once             fills, prints, and ends

  PERITO_PLATFORM_KEY  the key for --platform-url, email:secret`,
  run: runDemo,
};

/** Long enough to read and decide at the console while a call is held; the marketplace waits 100 s. */
const holdSeconds = 45;
/** The media types that the interface allows, and one list that fails, to see what that looks like. */
const platformBehaviour: PlatformBehaviours = {
  requestStatuses: 'textPlain',
  countries: 'textJson',
  serviceOrderStatuses: 'status:500',
};
/** A human pace. */
const pace = { callsPerMinute: 8, asksAgainAfterSeconds: 20, cancellationsAtOnce: 4 };

async function runDemo(run: CommandRun): Promise<number> {
  // What goes well is reported in words; the engine's log is for what does not.
  process.env['PERITO_LOG_LEVEL'] ??= 'warn';
  const options = readDemoOptions(run.arguments);
  const begun = new AsyncDisposableStack();
  try {
    return await runUntilAsked(options, run, begun);
  } finally {
    await begun.disposeAsync();
  }
}

/** What is begun here is ended in the opposite order by `begun`, whatever happens. */
async function runUntilAsked(
  options: DemoOptions,
  run: CommandRun,
  begun: AsyncDisposableStack,
): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'perito-demo-'));
  begun.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }));
  let platform = readPlatform(options.platformUrl, run.environment);
  if (platform.url === undefined) {
    const key = sampleKey('plataforma');
    const simulated = await openPlatform({ key, behaviour: platformBehaviour });
    begun.defer(() => simulated.close());
    platform = { url: simulated.url, key };
  }
  // Photographs and papers are made when they are asked for.
  const files = await openFiles({ seed: options.seed });
  begun.defer(() => files.close());
  const key = sampleKey('mercado');
  const opened = await openConsole({
    engine: {
      dataDir,
      version,
      receiver: { address: '127.0.0.1', port: options.receiverPort, holdSeconds },
      environmentKeys: [key],
      platform,
      attachments: { allowLoopback: true, hosts: [new URL(files.url).host] },
      sampleData: true,
    },
    consolePort: options.consolePort,
    keychain: openKeychain(),
    files: readRendererFiles(),
    onFault: logFault(run.report),
  });
  begun.defer(async () => void (await opened.close()));
  return await playBothSides(opened, files, key, options, run);
}

interface DemoOptions {
  /** 0 is any free one. */
  receiverPort: number;
  consolePort: number;
  seed: number;
  /** A platform of one's own, in place of the simulated one. */
  platformUrl: string | undefined;
  /** Fills, prints, and ends. */
  once: boolean;
}

/** Throws a `UsageProblem` where an option is unknown or out of its range. */
export function readDemoOptions(args: string[]): DemoOptions {
  const { values } = parseOptions({
    args,
    options: {
      'receiver-port': { type: 'string', default: '0' },
      'console-port': { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      'platform-url': { type: 'string' },
      once: { type: 'boolean', default: false },
    },
  });
  return {
    receiverPort: wholeNumber(values['receiver-port'], '--receiver-port', 65_535),
    consolePort: wholeNumber(values['console-port'], '--console-port', 65_535),
    seed: wholeNumber(values.seed, '--seed', 2 ** 32 - 1),
    platformUrl: values['platform-url'],
    once: values.once,
  };
}

const sampleKey = (name: string): string => `${name}@prueba.example:${randomBytes(32).toString('base64url')}`;

async function playBothSides(
  opened: Console,
  files: Files,
  key: string,
  { seed, receiverPort, once }: DemoOptions,
  run: CommandRun,
): Promise<number> {
  const { receiverUrl } = opened.engine;
  const locale = terminalLocale(run.environment);
  if (receiverUrl === null) throw new EngineProblem('receiverPort', texts[locale].portTaken(receiverPort));
  let filling = true;
  const marketplace = openMarketplace({
    insurerUrl: receiverUrl,
    key,
    seed,
    filesUrl: files.url,
    registerFiles: files.register,
    report: (event) => {
      if (!filling) run.print(`${time(locale)}  ${eventText(event, locale)}`);
    },
  });
  const client = consoleClient(opened.engine.connect('commandLine'));
  const desk = openDemoDesk(client);
  await desk.settle();
  const { toAsk, toAskAgain } = await fillDemo(marketplace, desk);
  filling = false;
  const sent = marketplace.orders().length + marketplace.records().length;
  for (const line of announcement(locale, receiverUrl, opened.browser.newLink(), sent)) run.print(line);
  if (once) {
    await marketplace.stop();
    return exitCodes.done;
  }
  const caller = generateTraffic(marketplace, pace);
  for (const order of toAsk) caller.cancel(order);
  caller.cancel(toAskAgain, 90);
  const ended = await Promise.race([run.shutdown.then(() => 'asked' as const), opened.engine.ended]);
  run.print(texts[locale].stopping);
  // Perito first, so that the calls that it holds are answered before the marketplace goes away.
  await opened.close();
  await caller.stop();
  await marketplace.stop();
  if (ended === 'asked') return exitCodes.done;
  run.report(ended?.message ?? 'The engine ended.');
  return exitCodes.failed;
}

const texts = {
  es: {
    filled: (records: number) =>
      `Perito está recibiendo. El marketplace de prueba envió ${records} registros y sigue llamando; todos los datos son de prueba.`,
    receiver: 'Receptor, para el marketplace:',
    console: 'Consola, para usted (el enlace abre una sola vez):',
    leave: 'Ctrl-C termina y borra los datos de prueba.',
    stopping: 'Terminando; los datos de prueba se borran.',
    portTaken: (port: number) =>
      `El receptor no puede escuchar en el puerto ${port}; ¿lo ocupa otro programa?`,
  },
  en: {
    filled: (records: number) =>
      `Perito is receiving. The sample marketplace sent ${records} records and keeps calling; all data is sample data.`,
    receiver: 'Receiver, for the marketplace:',
    console: 'Console, for you (the link opens once):',
    leave: 'Ctrl-C ends it and removes the sample data.',
    stopping: 'Ending; the sample data is removed.',
    portTaken: (port: number) => `The receiver cannot listen on port ${port}; is it taken?`,
  },
} as const;

function announcement(locale: Locale, receiverUrl: string, link: string, records: number): string[] {
  const text = texts[locale];
  return [
    '',
    text.filled(records),
    '',
    `  ${text.receiver}`,
    `  ${receiverUrl}`,
    '',
    `  ${text.console}`,
    `  ${link}`,
    '',
    text.leave,
    '',
  ];
}

function time(locale: Locale): string {
  return new Date().toLocaleTimeString(locale === 'es' ? 'es-DO' : 'en-GB', { hour12: false });
}
