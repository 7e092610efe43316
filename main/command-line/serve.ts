import { startReceiverThread } from '../engine/receiver-thread.ts';
import { EngineProblem } from '../shell/process.ts';
import { type Command, type CommandRun, exitCodes, logFault } from './command.ts';
import { readServeOptions, type ServeOptions } from './serve-options.ts';

export const serve: Command = {
  summary: 'receiver and browser console, with no window',
  usage: `serve [--data DIR] [--receiver-address IP] [--receiver-port N] [--console-port N] [--hold-seconds N] [--platform-url URL] [--attachment-host HOST[:PORT]]... [--allow-loopback-attachments]

  --data DIR             the data directory (default: the system's place for this account)
  --receiver-address IP  where the marketplace's calls are taken, over what the settings say
  --receiver-port N      its port; 0 for any free one
  --console-port N       port of the console on 127.0.0.1; 0 for any free one (default 8651)
  --hold-seconds N       how long a cancellation call is held, 0 to 90
  --platform-url URL     base address of the platform, over what the settings say; http for this machine only
  --attachment-host HOST[:PORT]
                         where photos and papers may come from in this run: a name or IP address (of IPv6 in brackets) at one
                         port, 443 unless another is named; may be repeated
  --allow-loopback-attachments
                         photos and papers may come from this machine too, unencrypted as well

  PERITO_RECEIVER_KEYS   keys for this run, email:secret, comma-separated
  PERITO_PLATFORM_KEY    the platform's key for this run, email:secret`,
  run: (run) => serveConsole(run, readServeOptions(run.arguments, run.environment)),
};

/** Serves until the system asks to end; `open` is given the one-time link once all is ready. */
export async function serveConsole(
  run: CommandRun,
  options: ServeOptions,
  open: (link: string) => void = () => {},
): Promise<number> {
  const { dataDir, receiver: given, environmentKeys } = options.engine;
  // It comes to listen while the code of all the others is loaded here.
  const receiver = startReceiverThread({ dataDir, given, environmentKeys });
  const [{ openConsole }, { openKeychain }, { readRendererFiles }] = await Promise.all([
    import('../browser/console.ts'),
    import('../keychain/keychain.ts'),
    import('../shell/renderer-files.ts'),
  ]);
  const opened = await openConsole({
    engine: options.engine,
    receiver,
    consolePort: options.consolePort,
    keychain: openKeychain(),
    files: readRendererFiles(),
    onFault: logFault(run.report),
  });
  const { engine, browser } = opened;
  if (engine.receiverUrl === null && options.receiverPortGiven) {
    await opened.close();
    throw new EngineProblem(
      'receiverPort',
      'The receiver cannot listen where --receiver-address and --receiver-port say; is the port taken? Choose another, or 0 for any free one.',
    );
  }
  run.print(
    JSON.stringify({
      ready: true,
      receiverUrl: engine.receiverUrl,
      consoleUrl: browser.url,
      consoleToken: browser.token,
    }),
  );
  const link = browser.newLink();
  run.report(`Consola (este enlace abre una sola vez) / Console (this link opens once): ${link}`);
  open(link);
  const ended = await Promise.race([run.shutdown.then(() => 'asked' as const), engine.ended]);
  if (ended === 'asked') {
    const how = await opened.close();
    if (how === 'closed') return exitCodes.done;
    run.report('The engine did not close in time and was ended; nothing that was acknowledged is lost.');
    return exitCodes.failed;
  }
  await opened.close();
  run.report(ended?.message ?? 'The engine ended.');
  return exitCodes.failed;
}
