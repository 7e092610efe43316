import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Keytar, openKeychain } from '../../main/keychain/keychain.ts';
import { keychainIsStuck } from '../../main/keychain/native-call.ts';
import { openSecretStore, type SecretStore } from '../../main/shell/secret-store.ts';

/** A keychain in memory that fails with `fault` while that is set. */
function standIn() {
  const kept = new Map<string, string>();
  const state: { fault: Error | null; cuts: boolean } = { fault: null, cuts: false };
  const guarded = async <Result>(then: () => Result): Promise<Result> => {
    if (state.fault) throw state.fault;
    return then();
  };
  const keytar: Keytar = {
    getPassword: (_service, account) => guarded(() => kept.get(account) ?? null),
    setPassword: (_service, account, value) =>
      guarded(() => void kept.set(account, state.cuts ? value.slice(0, 3) : value)),
    deletePassword: (_service, account) => guarded(() => kept.delete(account)),
  };
  return { keychain: openKeychain({ load: async () => keytar, limitMs: 50 }), kept, state };
}

const errorWithCode = (code: string) => Object.assign(new Error('cannot load'), { code });

describe('what went wrong', () => {
  test.each([
    [errorWithCode('ERR_MODULE_NOT_FOUND'), 'absent', 'noModule'],
    [errorWithCode('MODULE_NOT_FOUND'), 'absent', 'noModule'],
    [errorWithCode('ERR_DLOPEN_FAILED'), 'absent', 'noModule'],
    [new Error('Cannot autolaunch D-Bus without X11 $DISPLAY'), 'absent', 'noSession'],
    [
      new Error('The name org.freedesktop.secrets was not provided by any .service files'),
      'absent',
      'noService',
    ],
    [
      new Error('Object does not exist at path /org/freedesktop/secrets/collection/login'),
      'absent',
      'noKeyring',
    ],
    [new Error('Cannot create an item in a locked collection'), 'locked', 'locked'],
    [new Error('User interaction is not allowed.'), 'locked', 'locked'],
    [new Error('The disk of the keychain is on fire'), 'failed', 'other'],
  ])('%s is %s: %s', async (fault, state, problem) => {
    const { keychain } = fault.message === 'cannot load' ? { keychain: loadingFails(fault) } : failing(fault);
    const isAbsent = 'code' in fault && String(fault.code).includes('MODULE_NOT_FOUND');
    expect(await keychain.check()).toEqual({ state, problem, detail: isAbsent ? '' : fault.message });
  });

  function loadingFails(fault: Error) {
    return openKeychain({ load: () => Promise.reject(fault) });
  }
  function failing(fault: Error) {
    const stand = standIn();
    stand.state.fault = fault;
    return stand;
  }

  test('a keychain that gives back something else has failed', async () => {
    const { keychain, state } = standIn();
    state.cuts = true;
    expect(await keychain.check()).toEqual({ state: 'failed', problem: 'otherValue', detail: '' });
  });

  test('a check leaves nothing behind', async () => {
    const { keychain, kept } = standIn();
    expect(await keychain.check()).toEqual({ state: 'works', problem: null, detail: '' });
    expect(kept.size).toBe(0);
  });
});

describe('a keychain that never answers', () => {
  /** Answers once `answer` is settled; `asked` are the accounts that came through. */
  function silent() {
    const asked: string[] = [];
    const { promise: answer, resolve } = Promise.withResolvers<null>();
    const load = async (): Promise<Keytar> => ({
      getPassword: (_service, account) => {
        asked.push(account);
        return answer;
      },
      setPassword: () => Promise.reject(new Error('not asked here')),
      deletePassword: () => Promise.reject(new Error('not asked here')),
    });
    return { asked, load, answer: () => resolve(null) };
  }
  const noAnswer = { state: 'failed', problem: 'noAnswer' };

  test('is asked by one call at a time: one that comes meanwhile fails at once, and is not made later', async () => {
    const { asked, load, answer } = silent();
    await expect(openKeychain({ limitMs: 20, load }).get('first')).rejects.toMatchObject(noAnswer);
    expect(keychainIsStuck()).toBe(true);
    const meanwhile = openKeychain({ limitMs: 60_000, load }).get('meanwhile');
    const failed = expect(meanwhile).rejects.toMatchObject(noAnswer);
    // It has met the guard by then.
    await new Promise((resolve) => setImmediate(resolve));
    answer();
    await failed;
    expect(asked).toEqual(['first']);
    expect(keychainIsStuck()).toBe(false);
  });

  test('a call that was given up before its turn is not made when the turn comes', async () => {
    const { asked, load, answer } = silent();
    const keychain = openKeychain({ limitMs: 20, load });
    const calls = [keychain.get('first'), keychain.get('queued')];
    await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(noAnswer)));
    answer();
    await expect.poll(() => keychainIsStuck()).toBe(false);
    expect(await openKeychain({ limitMs: 60_000, load }).get('afterwards')).toBeNull();
    expect(asked).toEqual(['first', 'afterwards']);
  });

  test.skipIf(process.platform === 'win32')(
    'does not hold a process that wants to end, though it blocks a thread of it',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'perito-keychain-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      // Opening a pipe that nobody writes to blocks a thread of Node's pool, as a silent keychain does.
      const pipe = join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      const script = fileURLToPath(new URL('./silent-keychain.ts', import.meta.url));
      const child = spawn(process.execPath, [script, pipe], { stdio: ['ignore', 'pipe', 'inherit'] });
      onTestFinished(() => void child.kill('SIGKILL'));
      const ended = once(child, 'exit');
      expect(await text(child.stdout)).toBe('noAnswer\n');
      expect(await ended).toEqual([null, 'SIGKILL']);
    },
  );
});

describe('secrets of a shell', () => {
  test('go to the keychain where it works', async () => {
    const { keychain, kept } = standIn();
    const secrets = openSecretStore(keychain);
    expect(await secrets.save('k', 'a:b')).toBe('keychain');
    expect(kept.get('k')).toBe('a:b');
    expect(await secrets.place('k')).toBe('keychain');
    await secrets.forget('k');
    expect([await secrets.read('k'), await secrets.place('k'), kept.size]).toEqual([null, null, 0]);
  });

  test('stay in memory where it does not, and move once it works again', async () => {
    const { keychain, kept, state } = standIn();
    state.fault = new Error('locked collection');
    const secrets = openSecretStore(keychain);
    expect((await secrets.report()).state).toBe('locked');
    expect(await secrets.save('k', 'a:b')).toBe('memory');
    expect([await secrets.read('k'), await secrets.place('k')]).toEqual(['a:b', 'memory']);
    state.fault = null;
    expect((await secrets.recheck()).state).toBe('works');
    expect([kept.get('k'), await secrets.place('k'), await secrets.read('k')]).toEqual([
      'a:b',
      'keychain',
      'a:b',
    ]);
  });

  /** Three secrets in memory that move into a keychain which works again, and takes its time to write the first. */
  async function moving() {
    const { keychain, kept, state } = standIn();
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    let sets = 0;
    const slow = {
      ...keychain,
      async set(account: string, value: string) {
        sets += 1;
        if (sets === 1) {
          begun.resolve();
          await goOn.promise;
        }
        await keychain.set(account, value);
      },
    };
    state.fault = new Error('locked collection');
    const secrets = openSecretStore(slow);
    for (const account of ['a', 'b', 'c']) expect(await secrets.save(account, 'old')).toBe('memory');
    state.fault = null;
    const moved = secrets.recheck();
    await begun.promise;
    return { kept, secrets, moved, goOn: goOn.resolve };
  }

  test('what is saved or forgotten while others move into the keychain stays so', async () => {
    const { kept, secrets, moved, goOn } = await moving();
    expect(await secrets.save('b', 'new')).toBe('keychain');
    await secrets.forget('c');
    goOn();
    await moved;
    expect(Object.fromEntries(kept)).toEqual({ a: 'old', b: 'new' });
    expect([await secrets.read('b'), await secrets.read('c')]).toEqual(['new', null]);
  });

  test.each([
    ['saved', 'new', (secrets: SecretStore) => secrets.save('a', 'new')],
    ['forgotten', undefined, (secrets: SecretStore) => secrets.forget('a')],
  ])('what is %s while itself it moves into the keychain stays so', async (_, value, change) => {
    const { kept, secrets, moved, goOn } = await moving();
    const changed = change(secrets);
    // It has come to the keychain by then, unless it waits.
    await new Promise((resolve) => setImmediate(resolve));
    goOn();
    await Promise.all([moved, changed]);
    expect([kept.get('a'), kept.get('b'), await secrets.read('a')]).toEqual([value, 'old', value ?? null]);
  });

  test('a keychain that loses or cuts a secret does not get to keep the only copy', async () => {
    const { keychain, state } = standIn();
    const secrets = openSecretStore(keychain);
    state.cuts = true;
    expect(await secrets.save('k', 'a:long secret')).toBe('memory');
    expect(await secrets.read('k')).toBe('a:long secret');
  });

  test('what is too long for a keychain is kept in memory', async () => {
    const { keychain } = standIn();
    const secrets = openSecretStore(keychain);
    expect(await secrets.save('k', 'x'.repeat(2561))).toBe('memory');
  });

  test('a keychain that breaks later does not break the shell', async () => {
    const { keychain, state } = standIn();
    const secrets = openSecretStore(keychain);
    await secrets.save('k', 'a:b');
    state.fault = new Error('gone');
    expect(await secrets.read('k')).toBeNull();
    expect(await secrets.place('k')).toBeNull();
    await secrets.forget('k');
  });

  test('a look that is under way is shared, and the next one is new', async () => {
    let looks = 0;
    const { keychain } = standIn();
    const counted = {
      ...keychain,
      check: () => {
        looks += 1;
        return keychain.check();
      },
    };
    const secrets = openSecretStore(counted);
    expect(looks).toBe(1);
    await Promise.all([secrets.recheck(), secrets.recheck(), secrets.report()]);
    expect(looks).toBe(1);
    await secrets.recheck();
    expect(looks).toBe(2);
  });
});
