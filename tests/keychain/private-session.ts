/** A D-Bus session of a test's own, with or without a keyring in it; nothing of the person's is touched. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const needed = ['dbus-run-session', 'dbus-daemon', 'dbus-send', 'gnome-keyring-daemon'];

/** Which of the programs are missing; empty where the tests can run. */
export function missingPrograms(): string[] {
  return needed.filter((program) => !isOnPath(program));
}

function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

export type Surroundings = 'unlocked' | 'locked' | 'noService' | 'noBus' | 'brokenBus' | 'silentBus';

/** How each is made: `script` runs in a shell, with the probing command as "$@". */
const makings: Record<Surroundings, { inSession: boolean; script: string }> = {
  unlocked: {
    inSession: true,
    script: `printf 'test\\n' | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec "$@"`,
  },
  locked: {
    inSession: true,
    // Made and unlocked once, so that the keyring exists; the second daemon is never given its password.
    script: `printf 'test\\n' | gnome-keyring-daemon --unlock --components=secrets >/dev/null \
&& dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets \
org.freedesktop.Secret.Service.Lock array:objpath:/org/freedesktop/secrets/collection/login >/dev/null && exec "$@"`,
  },
  noService: { inSession: true, script: `exec "$@"` },
  noBus: { inSession: false, script: `exec "$@"` },
  brokenBus: { inSession: false, script: `DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent/bus exec "$@"` },
  silentBus: { inSession: false, script: `exec "$@"` },
};

/** Runs the steps in a process of its own inside these surroundings; resolves with what each gave. */
export async function inSurroundings(
  surroundings: Surroundings,
  steps: readonly unknown[],
  environment: Record<string, string> = {},
): Promise<unknown[]> {
  const { home, places } = newHome();
  const { inSession, script } = makings[surroundings];
  const probe = [process.execPath, fileURLToPath(new URL('./probe.ts', import.meta.url))];
  const shell = ['sh', '-c', script, 'sh', ...probe, JSON.stringify(steps)];
  const [program = '', ...given] = inSession ? ['dbus-run-session', '--', ...shell] : shell;
  try {
    // No display and no session of the person's: only what is named here.
    const env = { PATH: process.env['PATH'] ?? '', ...places, ...environment };
    return await outputOf(program, given, env);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** A home of its own, and the folders that programs look for in one. */
function newHome(): { home: string; places: Record<string, string> } {
  const home = mkdtempSync(join(tmpdir(), 'perito-keyring-'));
  const folders = { HOME: home, XDG_DATA_HOME: 'data', XDG_CONFIG_HOME: 'config', XDG_RUNTIME_DIR: 'run' };
  const places = Object.fromEntries(
    Object.entries(folders).map(([name, folder]) => [name, name === 'HOME' ? home : join(home, folder)]),
  );
  for (const folder of Object.values(places)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  return { home, places };
}

/** A session with an unlocked keyring, for programs that are started with this environment, until it is closed. */
export async function openKeyring(): Promise<{
  environment: Record<string, string>;
  close(): Promise<void>;
}> {
  const { home, places } = newHome();
  const own = { PATH: process.env['PATH'] ?? '', ...places };
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1'], {
    env: own,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [address] = await once(bus.stdout, 'data');
  const environment = { ...places, DBUS_SESSION_BUS_ADDRESS: String(address).trim() };
  // It goes with its bus.
  const keyring = spawnSync('gnome-keyring-daemon', ['--unlock', '--components=secrets'], {
    env: { ...own, ...environment },
    input: 'test\n',
  });
  if (keyring.status !== 0) throw new Error(`The keyring did not start: ${keyring.stderr}`);
  return {
    environment,
    async close() {
      const ended = once(bus, 'exit');
      bus.kill();
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function outputOf(program: string, given: string[], env: Record<string, string>): Promise<unknown[]> {
  const child = spawn(program, given, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  await new Promise((resolve) => child.on('close', resolve));
  const line = output.split('\n').find((text) => text.startsWith('['));
  if (line === undefined) throw new Error(`the probe said nothing: ${output}${errors}`);
  return JSON.parse(line);
}
