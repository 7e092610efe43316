import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { fileExamination } from '../../main/engine/file-examination.ts';
import { examinerProcess, forkExaminer, openFileExaminer } from '../../main/shell/examiner-client.ts';
import { type OwnProcess, wholeEnvironment } from '../../main/shell/start-process.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { asJpeg, corners } from '../file-examiner/making/pixels.ts';

const isLinux = process.platform === 'linux';
const faulty = new URL('./faulty-examiner.ts', import.meta.url);
const spinning = new URL('../file-examiner/spinning.ts', import.meta.url);

/** A file to look at; one that is a pipe holds whoever opens it until somebody writes. */
function fileIn(folder: string, kind: 'picture' | 'pipe' = 'picture') {
  const path = join(folder, kind);
  if (kind === 'picture') writeFileSync(path, asJpeg(corners(64, 48)));
  else if (spawnSync('mkfifo', [path]).status !== 0) throw new Error('There is no pipe.');
  return {
    path,
    declaredType: null,
    thumbnailPath: join(folder, 'thumbnail.jpg'),
    previewPath: join(folder, 'preview.jpg'),
  };
}

/** An examiner whose processes are seen; ended with the test. */
function watched(start: () => OwnProcess, limits = { file: 80_000, idle: 80_000 }) {
  const pids: number[] = [];
  const began = Promise.withResolvers<number>();
  const examiner = openFileExaminer(() => {
    const started = start();
    const pid = started.pid ?? 0;
    pids.push(pid);
    return {
      ...started,
      listen(onMessage, onEnd) {
        started.listen((message) => {
          onMessage(message);
          began.resolve(pid);
        }, onEnd);
      },
    };
  }, limits);
  onTestFinished(() => examiner.close());
  return { examiner, pids, began: began.promise };
}

/** A process that has ended and that nobody has asked about yet has no command line any more. */
function isRunning(pid: number): boolean {
  try {
    return isLinux ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '' : process.kill(pid, 0);
  } catch {
    return false;
  }
}
const gone = (pid: number) => vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 60_000 });

describe('one process for many files', () => {
  test('looks at one after the other, and goes on after a file that is not there', async () => {
    const folder = temporaryFolder();
    const { examiner, pids } = watched(() => forkExaminer());
    const file = fileIn(folder);
    const [first, missing, last] = await Promise.all([
      examiner.examine(file),
      examiner.examine({ ...file, path: join(folder, 'missing') }),
      examiner.examine(file),
    ]);
    expect(first).toMatchObject({ outcome: 'examined', mediaType: 'image/jpeg', hasPreviews: true });
    expect(missing).toMatchObject({ outcome: 'notDone', detail: expect.stringContaining('ENOENT') });
    expect(last).toEqual(first);
    expect(pids).toHaveLength(1);
    expect(readdirSync(folder).sort()).toEqual(['picture', 'preview.jpg', 'thumbnail.jpg']);
  });

  test('previews that cannot be put are none at all', async () => {
    const folder = temporaryFolder();
    const { examiner } = watched(() => forkExaminer());
    const file = { ...fileIn(folder), thumbnailPath: join(folder, 'nowhere', 'thumbnail.jpg') };
    expect(await examiner.examine(file)).toMatchObject({ outcome: 'notDone' });
    expect(readdirSync(folder)).toEqual(['picture']);
  });

  test('is ended when there is nothing to do, and started again', async () => {
    const { examiner, pids } = watched(() => forkExaminer(), { file: 80_000, idle: 1 });
    const file = fileIn(temporaryFolder());
    expect(await examiner.examine(file)).toMatchObject({ outcome: 'examined' });
    await gone(pids[0] ?? 0);
    expect(await examiner.examine(file)).toMatchObject({ outcome: 'examined' });
    expect(pids).toHaveLength(2);
  });

  test('is ended with its examiner, in the middle of a file too: then nothing is known of it', async () => {
    const { examiner, pids, began } = watched(() => forkExaminer());
    const examination = examiner.examine(fileIn(temporaryFolder(), 'pipe'));
    await began;
    examiner.close();
    expect(await examination).toEqual({ outcome: 'notDone', detail: 'The program is closing.' });
    await gone(pids[0] ?? 0);
    expect(await examiner.examine(fileIn(temporaryFolder()))).toMatchObject({ outcome: 'notDone' });
    expect(pids).toHaveLength(1);
  });
});

describe('an end in the middle of a file', () => {
  test('by SIGKILL: that file ended it, and the next one gets a new process', async () => {
    const { examiner, pids, began } = watched(() => forkExaminer());
    const examination = examiner.examine(fileIn(temporaryFolder(), 'pipe'));
    const next = examiner.examine(fileIn(temporaryFolder()));
    process.kill(await began, 'SIGKILL');
    expect(await examination).toEqual({ outcome: 'ended', detail: 'The process ended with SIGKILL.' });
    expect(await next).toMatchObject({ outcome: 'examined' });
    expect(pids).toHaveLength(2);
  });

  test.for([
    ['exits', 'The process ended with exit code 3.'],
    ['hangs', 'It took longer than 0.5 seconds.'],
    ['lies', 'It answered with something else than an examination.'],
  ] as const)('one that %s', async ([fault, detail]) => {
    const limits = { file: fault === 'hangs' ? 500 : 80_000, idle: 80_000 };
    const { examiner, pids } = watched(() => forkExaminer('examiner', faulty, [fault]), limits);
    expect(await examiner.examine(fileIn(temporaryFolder()))).toEqual({ outcome: 'ended', detail });
    await gone(pids[0] ?? 0);
  });

  test.for([
    ['0.1', '9', 'It took more than 0.1 seconds of the processor.'],
    ['600', '0.001', 'It took more than 0.001 GB of memory.'],
  ] as const)('of one that spends more than %s seconds or %s GB', async ([seconds, gigabytes, detail]) => {
    const { examiner, pids } = watched(() => forkExaminer('examiner', spinning, [seconds, gigabytes]));
    expect(await examiner.examine(fileIn(temporaryFolder()))).toEqual({ outcome: 'ended', detail });
    await gone(pids[0] ?? 0);
  });
});

describe('an end before a file', () => {
  test('between two files is not the fault of the next', async () => {
    const { examiner, pids } = watched(() => forkExaminer());
    const file = fileIn(temporaryFolder());
    await examiner.examine(file);
    process.kill(pids[0] ?? 0, 'SIGKILL');
    expect(await examiner.examine(file)).toMatchObject({ outcome: 'examined' });
    expect(pids).toHaveLength(2);
  });

  test('of one that never starts says nothing about the file', async () => {
    const { examiner, pids } = watched(() => forkExaminer('examiner', faulty, ['neverStarts']));
    expect(await examiner.examine(fileIn(temporaryFolder()))).toEqual({
      outcome: 'notDone',
      detail: 'The process ended with exit code 9.',
    });
    expect(pids).toHaveLength(2);
  });

  test('a start that throws is told', async () => {
    const { examiner } = watched(() => {
      throw new Error('This build is not whole.');
    });
    expect(await examiner.examine(fileIn(temporaryFolder()))).toEqual({
      outcome: 'notDone',
      detail: 'This build is not whole.',
    });
  });
});

test('an answer to another call is none', async () => {
  const { examiner, pids } = watched(() => forkExaminer('examiner', faulty, ['counts']));
  const file = fileIn(temporaryFolder());
  const all = [await examiner.examine(file), await examiner.examine(file)];
  expect(all.map(({ outcome, ...rest }) => ('detail' in rest ? rest.detail : outcome))).toEqual([
    `${pids[0]} 1`,
    `${pids[0]} 2`,
  ]);
});

describe('what the process is given', () => {
  test('no key and no option of its parent', () => {
    vi.stubEnv('PERITO_RECEIVER_KEYS', 'prueba@aseguradora.example:secreto');
    vi.stubEnv('PERITO_PLATFORM_KEY', 'secreto');
    vi.stubEnv('NODE_OPTIONS', '--no-warnings');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const { examiner, began } = watched(() => forkExaminer());
    void examiner.examine(fileIn(temporaryFolder(), 'pipe'));
    return began.then((pid) => {
      const allowed = /^(SystemRoot|windir|TEMP|TMP|UV_THREADPOOL_SIZE|RAYON_NUM_THREADS|NODE_CHANNEL_\w+)=/;
      const given = isLinux
        ? readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean)
        : Object.entries(wholeEnvironment(examinerProcess().environment)).map((pair) => pair.join('='));
      expect(given.filter((one) => !allowed.test(one))).toEqual([]);
      expect(given.join(' ')).not.toMatch(/secreto|PERITO|NODE_OPTIONS/);
    });
  });

  test.runIf(isLinux)('the lowest priority, in each of its threads', async () => {
    const { examiner, began } = watched(() => forkExaminer());
    void examiner.examine(fileIn(temporaryFolder(), 'pipe'));
    const pid = await began;
    const threads = readdirSync(`/proc/${pid}/task`);
    // Behind the name in brackets, niceness is the seventeenth.
    const niceness = threads.map((id) => {
      const stat = readFileSync(`/proc/${pid}/task/${id}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
    });
    expect(threads.length).toBeGreaterThan(1);
    expect(new Set(niceness)).toEqual(new Set([19]));
  });
});

describe('a program with an examiner', () => {
  const script = fileURLToPath(new URL('./examining-parent.ts', import.meta.url));
  const started = (...paths: string[]) => {
    const folder = temporaryFolder();
    const previews = [join(folder, 'thumbnail.jpg'), join(folder, 'preview.jpg')];
    const child = spawn(process.execPath, [script, ...previews, ...paths], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    return child;
  };

  test('ends by itself, and nothing but its own line is on its output', async () => {
    const folder = temporaryFolder();
    // A decoder that complains in plain words.
    const broken = join(folder, 'broken.heic');
    const heic = readFileSync(new URL('../file-examiner/fixtures/corners.heic', import.meta.url));
    writeFileSync(broken, heic.subarray(0, -200));
    const child = started(fileIn(folder).path, broken);
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    expect(code).toBe(0);
    const said = z
      .object({ pids: z.array(z.int()), examinations: z.array(fileExamination) })
      .parse(JSON.parse(output));
    expect(said.examinations).toMatchObject([{ problem: null }, { problem: 'notDecodable' }]);
    await gone(said.pids[0] ?? 0);
  });

  test('takes the process along when it is killed in the middle of a file', async () => {
    const child = started(fileIn(temporaryFolder(), 'pipe').path);
    const [line] = await once(createInterface(child.stderr), 'line');
    const { pid } = z.object({ pid: z.int() }).parse(JSON.parse(String(line)));
    expect(isRunning(pid)).toBe(true);
    child.kill('SIGKILL');
    await gone(pid);
  });
});
