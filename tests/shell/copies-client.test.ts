/** The processes of places: real ones, which are stopped, killed and never answer. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { copierProcess, openCopiers } from '../../main/shell/copies/copier-client.ts';
import { forkProcess, type ProcessToStart } from '../../main/shell/start-process.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';

const isLinux = process.platform === 'linux';
const faulty = new URL('./faulty-copier.ts', import.meta.url);

/** Copiers whose processes are seen; ended with the test. */
function watched(what: () => ProcessToStart = copierProcess, idleMs = 80_000) {
  const pids: number[] = [];
  const copiers = openCopiers(() => {
    const started = forkProcess(what());
    pids.push(started.pid ?? 0);
    return started;
  }, idleMs);
  onTestFinished(() => copiers.close());
  return { copiers, pids };
}

function isRunning(pid: number): boolean {
  try {
    return isLinux ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '' : process.kill(pid, 0);
  } catch {
    return false;
  }
}
const gone = (pid: number | undefined) =>
  vi.waitFor(() => expect(isRunning(pid ?? 0)).toBe(false), { timeout: 30_000 });

const look = (copiers: ReturnType<typeof openCopiers>, place: string, quietMs = 60_000) =>
  copiers.ask(place, quietMs, (copier) => copier.look({ dataDir: temporaryFolder(), folder: place }));

test('each place has a process of its own, for as long as there is something to do', async () => {
  const { copiers, pids } = watched(copierProcess, 50);
  const [one, other] = [temporaryFolder(), temporaryFolder()];
  const found = await Promise.all([look(copiers, one), look(copiers, one), look(copiers, other)]);
  expect(found.map(({ problem }) => problem)).toEqual([null, null, null]);
  expect(pids).toHaveLength(2);
  await gone(pids[0]);
  expect(await look(copiers, one)).toMatchObject({ problem: null });
});

test('a place that hangs is slow, its process is killed, and the others go on', async () => {
  const { copiers, pids } = watched();
  const [one, other] = [temporaryFolder(), temporaryFolder()];
  await Promise.all([look(copiers, one), look(copiers, other)]);
  process.kill(pids[0] ?? 0, 'SIGSTOP');
  const hanging = look(copiers, one, 300);
  expect(await look(copiers, other)).toMatchObject({ problem: null });
  await expect(hanging).rejects.toMatchObject({
    problem: { code: 'slow', detail: 'It did not answer for 0.3 seconds.' },
  });
  await gone(pids[0]);
  expect(await look(copiers, one)).toMatchObject({ problem: null });
  expect(pids).toHaveLength(3);
});

test('of one that says that it goes on, nothing is killed', async () => {
  const { copiers, pids } = watched();
  const place = temporaryFolder();
  await look(copiers, place);
  const found = copiers.ask(place, 500, async (copier, alive) => {
    const beats = setInterval(alive, 20);
    await new Promise((resolve) => setTimeout(resolve, 800));
    return copier.look({ dataDir: place, folder: place }).finally(() => clearInterval(beats));
  });
  expect(await found).toMatchObject({ problem: { code: 'inDataDirectory' } });
  expect(pids).toHaveLength(1);
});

test.each([
  ['exits', 60_000, { code: 'other', detail: 'The process ended with exit code 3.' }],
  ['says nothing', 1500, { code: 'slow', detail: 'It did not answer for 1.5 seconds.' }],
])('one that %s is said, and the next call has a new one', async (fault, quietMs, problem) => {
  const { copiers, pids } = watched(() => copierProcess(faulty, [fault]));
  const place = temporaryFolder();
  for (let call = 1; call <= 2; call++) {
    await expect(look(copiers, place, quietMs)).rejects.toMatchObject({ problem });
    await gone(pids.at(-1));
  }
  expect(pids).toHaveLength(2);
});

test('with the program all of them end, in the middle of a call too', async () => {
  const { copiers, pids } = watched();
  const place = temporaryFolder();
  await look(copiers, place);
  process.kill(pids[0] ?? 0, 'SIGSTOP');
  const hanging = look(copiers, place);
  hanging.catch(() => {});
  copiers.close();
  await expect(hanging).rejects.toMatchObject({ problem: { detail: 'The program is closing.' } });
  await gone(pids[0]);
  await expect(look(copiers, place)).rejects.toMatchObject({ problem: { code: 'other' } });
});

test('a program that is killed takes its processes along', async () => {
  const script = fileURLToPath(new URL('./copying-parent.ts', import.meta.url));
  const parent = spawn(process.execPath, [script, temporaryFolder()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [line] = await once(createInterface(parent.stdout), 'line');
  const pid = Number(line);
  expect(isRunning(pid)).toBe(true);
  parent.kill('SIGKILL');
  await gone(pid);
});

test('a process is given no key of its parent', async () => {
  vi.stubEnv('PERITO_RECEIVER_KEYS', 'prueba@aseguradora.example:secreto');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { copiers, pids } = watched();
  await look(copiers, temporaryFolder());
  const given = isLinux ? readFileSync(`/proc/${pids[0]}/environ`, 'utf8') : '';
  expect(given).not.toMatch(/secreto|PERITO/);
});
