import type { PlaceProblem } from '#shared/contract/backups.ts';

/** Why a place of copies cannot be used, and what to do about it. */
export function sentenceOnPlace({ code, detail }: PlaceProblem, folder: string): string {
  const sentences: Record<PlaceProblem['code'], string> = {
    away: `${folder} is not there. Plug the disk in, or connect the network folder, and try again.`,
    notAFolder: `${folder} is not a folder.`,
    noRights: `This account may not write in ${folder}.`,
    readOnly: `${folder} can only be read.`,
    full: `There is no room left in ${folder}. Free some, or choose another folder.`,
    slow: `${folder} does not answer.`,
    inDataDirectory: `${folder} lies in the data directory, and would be lost with it. Choose a folder of another disk.`,
    newerFormat: `What lies in ${folder} was written by a newer Perito. Use that version.`,
    damaged: `What lies in ${folder} is not what was written. Look at its disk, or choose another folder.`,
    other: `${folder} cannot be used.`,
  };
  return detail === '' ? sentences[code] : `${sentences[code]} (${detail})`;
}
