import type { Cancellations } from './cancellations/index.ts';
import type { Changes } from './changes/index.ts';
import type { EngineLog } from './log.ts';
import type { Receiver } from './receiver/index.ts';
import type { SettingsService } from './settings/index.ts';

export interface ListeningOptions {
  receiver: Pick<Receiver, 'listen' | 'state'>;
  cancellations: Pick<Cancellations, 'answerHeld'>;
  settings: SettingsService;
  changes: Changes;
  log: EngineLog;
  /** Given for this run: stands over what the settings say. */
  given: { address?: string; port?: number };
}

/**
 * Keeps the receiver listening where the settings say. A changed address or port takes effect at once; one
 * that cannot be bound is trouble that the status shows, never a failure to start.
 */
export async function openListening(options: ListeningOptions): Promise<{ stop(): void }> {
  const { receiver, cancellations, settings, changes, log, given } = options;
  let stopped = false;
  let last: Promise<void> = Promise.resolve();
  const wanted = () => ({ ...settings.current().receiver, ...given });
  const listen = async () => {
    if (stopped) return;
    const { address, port } = wanted();
    // It stops taking calls at once; the held ones are answered on the old address before it is left.
    const moved = receiver.listen(address, port);
    await cancellations.answerHeld();
    await moved;
    const { state, url, error } = receiver.state();
    if (error === null) log.info({ url, state }, 'The receiver listens.');
    else if (url !== null)
      log.warn({ url, state, error: error.code }, 'The receiver listens and takes nothing.');
    else log.error({ address, port, error: error.code }, 'The receiver cannot listen.');
    changes.publish({ topic: 'status' });
  };
  const listenNext = () => {
    last = last.then(listen);
    return last;
  };
  settings.onChange((after, before) => {
    const { address, port } = after.receiver;
    if (address === before.receiver.address && port === before.receiver.port) return;
    listenNext().catch((failure: unknown) => log.error({ err: failure }, 'Listening failed.'));
  });
  await listenNext();
  return {
    stop() {
      stopped = true;
    },
  };
}
