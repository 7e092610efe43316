/** Which records the parts of a bundle belong to, so that what is damaged is named as people know it. */
import * as z from 'zod';
import type { DamagedPart } from '#shared/contract/archives.ts';
import { listOf, mostValues, parsedAs } from './bounded-json.ts';
import { archivedRecord, attachmentParts, isPartName } from './format.ts';

const recordFolder = /^records\/(\w+)\/(\d+)\//;
export const isRecordPart = (name: string): boolean => /^records\/\w+\/\d+\/record\.json$/.test(name);
export const isClaimPart = (name: string): boolean => /^claims\/\d+\.json$/.test(name);

const { id, kind, number } = archivedRecord.shape;
const named = z.object({ id, kind, number });
/** Of a record what names its parts. */
const ownerOfParts = named.extend({ attachments: listOf(attachmentParts) });
const claim = z.object({ records: listOf(named) });

type Owner = z.infer<typeof named>;

/** So many records of one photo are named. */
const namedRecords = 3;
const maxNumber = 200;
const maxFilename = 255;
/** Of more records, and of more photos and papers, the part alone is named. */
const maxKnown = 500_000;

export class PartOwners {
  readonly #numbers = new Map<string, string>();
  readonly #files = new Map<string, { filename: string; owners: Owner[] }>();

  /** Notes a record that is whole. */
  add({ id, kind, number, attachments }: z.infer<typeof ownerOfParts>): void {
    const owner: Owner = { id, kind, number: beginningOf(number, maxNumber) };
    if (this.#numbers.size < maxKnown) this.#numbers.set(keyOf(owner), owner.number);
    for (const { filename, part, preview } of attachments) {
      for (const name of [part, preview]) {
        if (name === null || !isPartName(name)) continue;
        const known = this.#files.get(name);
        if (known === undefined) {
          if (this.#files.size < maxKnown)
            this.#files.set(name, { filename: beginningOf(filename, maxFilename), owners: [owner] });
        } else if (
          known.owners.length < namedRecords &&
          !known.owners.some((one) => keyOf(one) === keyOf(owner))
        )
          known.owners.push(owner);
      }
    }
  }

  /** Notes what the part of a record says; nothing where it cannot be read. */
  addRecord(bytes: Buffer | null): void {
    const read = bytes === null ? null : parsedAs(ownerOfParts, bytes, mostValues.record);
    if (read !== null) this.add(read);
  }

  /** Notes the records that the part of a claim names: it knows the numbers of those whose own part is damaged. */
  addClaim(bytes: Buffer | null): void {
    const read = bytes === null ? null : parsedAs(claim, bytes, mostValues.record);
    for (const record of read?.records ?? []) {
      if (this.#numbers.size < maxKnown && !this.#numbers.has(keyOf(record)))
        this.#numbers.set(keyOf(record), beginningOf(record.number, maxNumber));
    }
  }

  of(part: string): DamagedPart {
    const [, folder, id = ''] = recordFolder.exec(part) ?? [];
    const owner = kind.safeParse(folder);
    if (owner.success) {
      const number = this.#numbers.get(keyOf({ kind: owner.data, id: Number(id) })) ?? null;
      return {
        part,
        records: [{ kind: owner.data, number }],
        filename: null,
      };
    }
    const file = this.#files.get(part);
    const records = (file?.owners ?? []).map(({ kind, number }) => ({ kind, number }));
    return { part, records, filename: file?.filename ?? null };
  }
}

/** A text of its own: a part of another keeps all of that in memory. */
const beginningOf = (text: string, characters: number): string =>
  text.length <= characters ? text : Buffer.from(text.slice(0, characters)).toString();

const keyOf = ({ kind, id }: Pick<Owner, 'kind' | 'id'>): string => `${kind}/${id}`;
