import type { DamagedRecord } from '#shared/contract/archives.ts';

/** Records of which something is damaged, as people know them. */
export const namesOfDamaged = (records: readonly DamagedRecord[]): string[] =>
  records.map(({ kind, number }) => `${kind} ${number ?? 'whose number is not known'}`);
