import { dialog } from 'electron';

/** Has the person choose a folder, or make one, in the system's own dialog; null where nothing was chosen. */
export async function chooseFolder(): Promise<string | null> {
  const { filePaths } = await dialog.showOpenDialog({ properties: ['openDirectory', 'createDirectory'] });
  return filePaths[0] ?? null;
}
