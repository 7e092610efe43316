/** A program with copies: has a backup begun that never ends, says whose process makes it, and waits for its own end. */
import { copierProcess, openCopiers } from '../../main/shell/copies/copier-client.ts';
import { forkProcess } from '../../main/shell/start-process.ts';

const [, , folder = ''] = process.argv;
// As a program's threads do.
setInterval(() => {}, 60_000);
let pid: number | undefined;
const copiers = openCopiers(() => {
  const started = forkProcess(copierProcess(new URL('./hanging-copier.ts', import.meta.url)));
  pid = started.pid;
  return started;
});
await copiers.ask(folder, 60_000, async (copier, alive) => {
  const keep = { daily: 1, weekly: 0, monthly: 0 };
  const steps = await copier.backup({ dataDir: folder, folder, keep, cause: 'person' });
  await steps.next();
  process.stdout.write(`${pid}\n`);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    alive();
  }
});
