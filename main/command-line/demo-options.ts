import { parseArgs } from 'node:util';
import { UsageProblem } from './command.ts';

export interface DemoOptions {
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
export function readDemoOptions(given: string[]): DemoOptions {
  const { values } = parse(given);
  return {
    receiverPort: wholeNumber(values['receiver-port'], '--receiver-port', 65_535),
    consolePort: wholeNumber(values['console-port'], '--console-port', 65_535),
    seed: wholeNumber(values.seed, '--seed', 2 ** 32 - 1),
    platformUrl: values['platform-url'],
    once: values.once,
  };
}

function parse(given: string[]) {
  try {
    return parseArgs({
      args: given,
      options: {
        'receiver-port': { type: 'string', default: '0' },
        'console-port': { type: 'string', default: '0' },
        seed: { type: 'string', default: '1' },
        'platform-url': { type: 'string' },
        once: { type: 'boolean', default: false },
      },
    });
  } catch (failure) {
    throw new UsageProblem(failure instanceof Error ? failure.message : String(failure));
  }
}

function wholeNumber(text: string, option: string, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > most)
    throw new UsageProblem(`${option} takes a whole number from 0 to ${most}, not "${text}".`);
  return value;
}
