import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { forkProcess } from '../../main/desktop/start-process.ts';
import { examinerProcess, openFileExaminer } from '../../main/shell/examiner-client.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { asJpeg, corners } from '../file-examiner/making/pixels.ts';
import { forked } from './utility-process.ts';

vi.mock('electron', () => import('./utility-process.ts'));

const examiner = () => {
  const opened = openFileExaminer(() => forkProcess(examinerProcess()));
  onTestFinished(() => opened.close());
  return opened;
};
const pictureIn = (folder: string) => {
  writeFileSync(join(folder, 'picture'), asJpeg(corners(64, 48)));
  return {
    path: join(folder, 'picture'),
    declaredType: 'image/jpeg',
    thumbnailPath: join(folder, 'thumbnail.jpg'),
    previewPath: join(folder, 'preview.jpg'),
  };
};
const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a file is looked at in a utility process, over its port', async () => {
  vi.stubEnv('PERITO_PLATFORM_KEY', 'secreto');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const file = pictureIn(temporaryFolder());
  expect(await examiner().examine(file)).toMatchObject({ outcome: 'examined', shownAs: 'image' });
  expect(readFileSync(file.previewPath).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  expect(forked[0]?.options.stdio).toBe('ignore');
  expect(JSON.stringify(forked[0]?.options.env)).not.toContain('secreto');
});

test('it is ended with the program, also before it has started', async () => {
  const opened = examiner();
  const examination = opened.examine(pictureIn(temporaryFolder()));
  await expect.poll(() => forked).toHaveLength(2);
  opened.close();
  expect(await examination).toEqual({ outcome: 'notDone', detail: 'The program is closing.' });
  await expect.poll(() => isRunning(forked[1]?.pid ?? 0)).toBe(false);
});
