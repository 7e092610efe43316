import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { receiverSettings } from '#shared/contract/settings.ts';
import type { ThreadOptions } from '../engine/worker-messages.ts';
import { defaultDataDir } from '../shell/data-directory.ts';
import { version } from '../shell/version.ts';
import { givenAttachments } from './attachment-options.ts';
import { UsageProblem } from './command.ts';
import { givenPlatform } from './platform-options.ts';

export interface ServeOptions {
  engine: ThreadOptions;
  consolePort: number;
  /** Whether the receiver's port was asked for on the command line. */
  receiverPortGiven: boolean;
}

/** The console's own port when none is given; any free one where it is taken is left to `0`. */
export const defaultConsolePort = 8651;

/** Reads the options of `serve`; throws a `UsageProblem` where one is unknown or out of its range. */
export function readServeOptions(given: string[], environment: NodeJS.ProcessEnv): ServeOptions {
  const { values } = parse(given);
  const receiver = {
    ...number(values['receiver-port'], '--receiver-port', 0, 65535, 'port'),
    ...number(values['hold-seconds'], '--hold-seconds', 0, 90, 'holdSeconds'),
    ...address(values['receiver-address']),
  };
  const { consolePort = defaultConsolePort } = number(
    values['console-port'],
    '--console-port',
    0,
    65535,
    'consolePort',
  );
  return {
    engine: {
      dataDir: resolve(values.data ?? defaultDataDir()),
      version,
      receiver,
      environmentKeys: environmentKeys(environment['PERITO_RECEIVER_KEYS'] ?? ''),
      platform: givenPlatform(values['platform-url'], environment),
      attachments: givenAttachments(values['allow-loopback-attachments'], values['attachment-host']),
    },
    consolePort,
    receiverPortGiven: receiver.port !== undefined,
  };
}

function parse(given: string[]) {
  try {
    return parseArgs({
      args: given,
      options: {
        data: { type: 'string' },
        'receiver-address': { type: 'string' },
        'receiver-port': { type: 'string' },
        'console-port': { type: 'string' },
        'hold-seconds': { type: 'string' },
        'platform-url': { type: 'string' },
        'allow-loopback-attachments': { type: 'boolean', default: false },
        'attachment-host': { type: 'string', multiple: true, default: [] },
      },
    });
  } catch (failure) {
    throw new UsageProblem(failure instanceof Error ? failure.message : String(failure));
  }
}

function number<Name extends string>(
  text: string | undefined,
  option: string,
  least: number,
  most: number,
  name: Name,
): { [Key in Name]?: number } {
  if (text === undefined) return {};
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw new UsageProblem(`${option} takes a whole number from ${least} to ${most}, not "${text}".`);
  }
  const found: { [Key in Name]?: number } = {};
  found[name] = value;
  return found;
}

function address(text: string | undefined): { address?: string } {
  if (text === undefined) return {};
  const parsed = receiverSettings.shape.address.safeParse(text);
  if (!parsed.success) throw new UsageProblem(`--receiver-address takes an IP address, not "${text}".`);
  return { address: parsed.data };
}

/** `email:secret`, comma-separated; the value itself is never repeated in a message. */
function environmentKeys(text: string): string[] {
  const keys = text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
  for (const [index, key] of keys.entries()) {
    if (!/^[^:]+:.+$/.test(key)) {
      throw new UsageProblem(`Key ${index + 1} of PERITO_RECEIVER_KEYS is not of the form email:secret.`);
    }
  }
  return keys;
}
