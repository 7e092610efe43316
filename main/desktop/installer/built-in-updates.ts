/** What a package is given so that it looks for newer versions. */
import { httpsAddress } from '#shared/contract/desktop.ts';
import { publicKeyOf, readPublicKey } from '../updates/metadata-signature.ts';

/**
 * The arguments for electron-builder that the environment asks for; none where it asks for nothing. Throws where an address has no
 * key or a key no address, and where either cannot be used.
 */
export function updatesBuiltIn(environment: NodeJS.ProcessEnv): string[] {
  const { PERITO_UPDATE_FEED: feed = '', PERITO_UPDATE_KEY: privateKey = '' } = environment;
  const publicKey =
    privateKey === '' ? (environment['PERITO_UPDATE_PUBLIC_KEY'] ?? '') : publicKeyOf(privateKey);
  if (feed === '' && publicKey === '') return [];
  if (feed === '') throw new Error('There is a key for newer versions, and no PERITO_UPDATE_FEED.');
  if (publicKey === '')
    throw new Error('There is a PERITO_UPDATE_FEED, and no PERITO_UPDATE_KEY or PERITO_UPDATE_PUBLIC_KEY.');
  const address = httpsAddress.safeParse(feed);
  if (!address.success)
    throw new Error('PERITO_UPDATE_FEED has to be an address of https: without user, "?" and "#".');
  readPublicKey(publicKey);
  // electron-builder writes `latest.yml` and `app-update.yml` only where it knows of a feed.
  const options = {
    'publish.provider': 'generic',
    'publish.url': address.data,
    'extraMetadata.updates.feed': address.data,
    'extraMetadata.updates.publicKey': publicKey,
  };
  return Object.entries(options).map(([name, value]) => `-c.${name}=${value}`);
}
