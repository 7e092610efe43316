import { settings } from '#shared/contract/settings.ts';
import type { ThreadOptions } from '../engine/worker-messages.ts';
import { UsageProblem } from './command.ts';

export type GivenPlatform = NonNullable<ThreadOptions['platform']>;

/**
 * The platform for this run: `--platform-url`, and the key of `PERITO_PLATFORM_KEY`, which is never repeated in a
 * message. Throws a `UsageProblem` where one is not of its form.
 */
export function givenPlatform(url: string | undefined, environment: NodeJS.ProcessEnv): GivenPlatform {
  const key = environment['PERITO_PLATFORM_KEY']?.trim();
  if (url !== undefined && !isAddress(url)) {
    throw new UsageProblem(`--platform-url takes an http or https address, not "${url}".`);
  }
  if (key && !isKey(key) && !isKey(Buffer.from(key, 'base64').toString('utf8'))) {
    throw new UsageProblem('PERITO_PLATFORM_KEY is not of the form email:secret.');
  }
  return { ...(url !== undefined && { url }), ...(key && { key }) };
}

const isAddress = (url: string): boolean =>
  url !== '' && settings.shape.platform.shape.baseUrl.safeParse(url).success;
const isKey = (text: string): boolean => /^[^:]+:.+$/.test(text);
