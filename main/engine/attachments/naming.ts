import type { Clock } from '../clock.ts';
import type { NamedAttachments } from '../records/index.ts';
import type { SettingsService } from '../settings/index.ts';
import { listDecidedHosts, type Store } from '../store/index.ts';
import { addressProblem } from './downloads/address-policy.ts';
import { type AttachmentReference, referencesIn, saveReferences } from './references.ts';

/** What records name, kept as the room of attachments keeps it, with nobody who fetches any of it. */
export async function openNaming(options: {
  store: Store;
  clock: Clock;
  settings: Pick<SettingsService, 'current'>;
}): Promise<NamedAttachments<AttachmentReference>> {
  const { store, clock, settings } = options;
  const decided = new Map((await store.read(listDecidedHosts)).map((row) => [row.host, row.decision]));
  return {
    namedBy: (content) => referencesIn(content, settings.current().platform.baseUrl),
    keepNamed: (tx, references) =>
      saveReferences(tx, references, {
        at: clock.now(),
        decisionOf: (host) => decided.get(host) ?? 'pending',
        problemOf: (url) => addressProblem(url, false),
        maxOfRecord: settings.current().attachments.maximumPerRecord,
      }),
    wake() {},
  };
}
