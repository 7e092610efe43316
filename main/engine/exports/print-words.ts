import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PrintWords } from '#shared/print-words.ts';
import { ExportProblem } from './export-problem.ts';

/** Loads what the renderer's build made of the screen's sentences. Rejects with an `ExportProblem` where the program is not built. */
export async function loadPrintWords(from: string = import.meta.url): Promise<PrintWords> {
  for (const folder of ['../../../out/renderer/', '../renderer/', '../../renderer/']) {
    const file = new URL(`${folder}print-words.js`, from);
    if (!existsSync(fileURLToPath(file))) continue;
    const { words }: { words: PrintWords } = await import(file.href);
    return words;
  }
  throw new ExportProblem('other', 'The words of the screen are not built: run "npm run build".');
}
