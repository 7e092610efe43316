import { dialog, type FileFilter } from 'electron';
import type { FileKind } from '#shared/contract/shell.ts';

/** Has the person choose a folder, or make one, in the system's own dialog; null where nothing was chosen. */
export async function chooseFolder(): Promise<string | null> {
  const { filePaths } = await dialog.showOpenDialog({ properties: ['openDirectory', 'createDirectory'] });
  return filePaths[0] ?? null;
}

/** As files of each are usually called; any other can be chosen as well. */
const endings: Readonly<Record<FileKind, readonly string[]>> = {
  certificate: ['pem', 'crt', 'cer'],
  key: ['key', 'pem'],
  pkcs12: ['pfx', 'p12'],
};

/** Has the person choose a file in the system's own dialog; null where nothing was chosen. */
export async function chooseFile(kind: FileKind): Promise<string | null> {
  const filters: FileFilter[] = [
    // Named by their endings, which are the same in both languages.
    { name: endings[kind].map((ending) => `*.${ending}`).join(', '), extensions: [...endings[kind]] },
    { name: '*', extensions: ['*'] },
  ];
  const { filePaths } = await dialog.showOpenDialog({ properties: ['openFile'], filters });
  return filePaths[0] ?? null;
}
