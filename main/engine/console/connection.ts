import { basename } from 'node:path';
import type { AuditAction } from '#shared/audit/sentences.ts';
import type { Actor } from '#shared/contract/common.ts';
import type { CertificateFiles } from '#shared/contract/settings.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import type { CollectedOutcome, EngineHost } from '../host.ts';
import type { Keys, SecretRequests } from '../keys/index.ts';
import { reportTrust } from '../outbound/index.ts';
import {
  checkCertificate,
  hostOfAddress,
  makeTrialCertificate,
  passphraseAccount,
  type ReceiverConnection,
  readAuthorities,
} from '../receiver/index.ts';
import type { SettingsService } from '../settings/index.ts';
import { appendAudit, type Store } from '../store/index.ts';
import { actorOf, os } from './base.ts';
import { reachabilityProcedures } from './reachability.ts';

interface ConnectionParts {
  store: Store;
  clock: Clock;
  host: EngineHost;
  changes: Changes;
  settings: SettingsService;
  collections: SecretRequests;
  receiver: Pick<ReceiverConnection, 'readCertificate' | 'state' | 'expectOwnCall'>;
  keys: Pick<Keys, 'liveSecret'>;
  /** The public address of this run, over that of the settings. */
  givenPublicUrl: string | undefined;
  /** The file of authorities of this run, over that of the settings. */
  givenAuthorityFile: string | undefined;
}

const maxPassphraseBytes = 1024;

/** How the marketplace reaches the receiver: its certificate, and whether calls arrive. */
export function connectionProcedures(parts: ConnectionParts) {
  const { store, clock, host, changes, settings, collections, receiver } = parts;
  const account = passphraseAccount(store.installationId);
  const authorityFile = () => parts.givenAuthorityFile ?? settings.current().trust.authorityFile;
  const authorities = readAuthorities(clock, authorityFile);
  const check = async (
    files: CertificateFiles,
    passphrase: () => Promise<string | null>,
    publicUrl = settings.current().receiver.publicUrl,
  ) =>
    checkCertificate(files, {
      ...{ passphrase, now: clock.now(), host: hostOfAddress(publicUrl) },
      authorities: await authorities().catch(() => null),
    });
  const audit = (action: AuditAction, actor: Actor) =>
    store.write((tx) =>
      appendAudit(tx, { at: clock.now(), actor, action, subject: 'certificatePassphrase', detail: {} }),
    );
  const take = async (
    passphrase: string,
    files: CertificateFiles,
    actor: Actor,
  ): Promise<CollectedOutcome> => {
    const isPossible = passphrase !== '' && Buffer.byteLength(passphrase) <= maxPassphraseBytes;
    const { problem } = await check(files, async () => (isPossible ? passphrase : null));
    if (!isPossible || problem?.code === 'passphraseWrong') return 'notAKey';
    await host.saveSecret({ account, secret: passphrase });
    await audit('certificatePassphrase.given', actor);
    await receiver.readCertificate();
    changes.publish({ topic: 'status' });
    return 'accepted';
  };
  return {
    ...reachabilityProcedures({
      ...{ receiver, keys: parts.keys, authorities },
      publicUrl: () => parts.givenPublicUrl ?? settings.current().receiver.publicUrl,
    }),
    trust: os.connection.trust.handler(({ input }) =>
      reportTrust({
        ...{ clock, file: input.file ?? authorityFile() },
        given: parts.givenAuthorityFile,
      }),
    ),
    checkCertificate: os.connection.checkCertificate.handler(({ input }) =>
      check(input.files, () => host.secret(account), input.publicUrl),
    ),
    makeTrialCertificate: os.connection.makeTrialCertificate.handler(async ({ input }) => ({
      files: await makeTrialCertificate(store.dataDir, input.names, clock.now()),
    })),
    collectPassphrase: os.connection.collectPassphrase.handler(async ({ input, context, errors }) => {
      const { files } = input;
      const actor = actorOf(context);
      const passage = await collections.ask({
        purpose: 'certificatePassphrase',
        label: basename((files.mode === 'pem' ? files.keyFile : files.file).replaceAll('\\', '/')),
        take: (secret) => take(secret, files, actor),
      });
      if (typeof passage === 'string') throw errors.NOT_THE_PASSPHRASE();
      return passage;
    }),
    passphrase: os.connection.passphrase.handler(async () => ({
      secretIn: (await host.secretPlace(account)) ?? ('nowhere' as const),
    })),
    forgetPassphrase: os.connection.forgetPassphrase.handler(async ({ context }) => {
      await host.forgetSecret(account);
      await audit('certificatePassphrase.forgotten', actorOf(context));
      changes.publish({ topic: 'status' });
    }),
  };
}
