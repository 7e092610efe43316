/**
 * What starts the threads loads what it needs to start them. Of the rooms of the engine, which both threads load, it has no
 * use: they cost every start of the program a fifth of its time.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);

/** The files of the project that Node loads for these, without what is loaded later by `import()`. */
async function loadedBy(...files: string[]): Promise<string[]> {
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
    for (const file of ${JSON.stringify(files)}) await import(new URL(file, ${JSON.stringify(root.href)}));
    process.stdout.write(JSON.stringify(loaded));
    process.exit();`;
  const { stdout } = await promisify(execFile)('node', ['--input-type=module', '-e', script], { cwd: root });
  const urls: string[] = JSON.parse(stdout);
  return urls.filter((url) => url.startsWith(`${root.href}main/`)).map((url) => url.slice(root.href.length));
}

test('the shell with its console loads neither what speaks SQL nor a room that reads records', async () => {
  const loaded = await loadedBy('main/command-line/serve.ts', 'main/browser/console.ts');
  // What it does load is seen.
  expect(loaded).toEqual(expect.arrayContaining(['main/browser/server.ts', 'main/engine/store/folder.ts']));
  expect(
    loaded.filter((file) =>
      /^main\/engine\/(store\/(index|writer|reader)|(archive|attachments|audit|cancellations|claims|console|findings|journal|policies|records|retention)\/index)\.ts$/.test(
        file,
      ),
    ),
  ).toEqual([]);
});
