import { afterEach, describe, expect, it } from 'vitest';
import * as en from '../../../renderer/app/locale/en.ts';
import * as es from '../../../renderer/app/locale/es.ts';
import { looksLikeVin } from '../../../renderer/policies/LookupsScreen.tsx';
import { mappingFaults, withColumn } from '../../../renderer/policy-imports/MappingTable.tsx';
import { base64Of, FileNotReadable, sendFile, useUploads } from '../../../renderer/policy-imports/upload.ts';
import { failureKey } from '../../../renderer/policy-imports/useImport.ts';
import { importFailure } from '../../../shared/contract/policies.ts';
import {
  maxImportFileBytes,
  policyImport,
  uploadChunkBytes,
} from '../../../shared/contract/policy-imports.ts';
import { type ImportFailureCode, importFailureCodes } from '../../../shared/policy-terms.ts';

it('the limits of the screen are those of the contract', () => {
  expect([uploadChunkBytes, maxImportFileBytes]).toEqual([512 * 1024, 200 * 1024 * 1024]);
});

describe('a mapping', () => {
  it.each([
    [{ a: 'insurancePolicyNumber', b: 'vin' }, [], []],
    [{ a: 'vin' }, ['insurancePolicyNumber'], []],
    [{ a: 'vin', b: 'vin', c: 'insurancePolicyNumber' }, [], ['vin']],
    [{}, ['insurancePolicyNumber', 'vin'], []],
  ] as const)('%j', (mapping, missing, twice) => {
    expect(mappingFaults(mapping)).toEqual({ missing, twice });
  });

  it('sends a heading elsewhere, or nowhere', () => {
    expect(withColumn({ a: 'vin' }, 'a', 'year')).toEqual({ a: 'year' });
    expect(withColumn({ a: 'vin' }, 'a', null)).toEqual({});
    expect(withColumn({ a: 'vin' }, 'b', 'year')).toEqual({ a: 'vin', b: 'year' });
  });
});

describe('why a file was not imported', () => {
  const failure = (code: ImportFailureCode, more: object = {}) =>
    importFailure.parse({ code, line: null, limit: null, columns: [], detail: '', ...more });

  it.each(importFailureCodes)('%s has words in both languages, with what to do', (code) => {
    for (const words of [es, en]) {
      const { failed } = words.policies.imports;
      expect(failed.code[failureKey(failure(code))]).toMatch(/\S/);
      expect(failed.advice[code]).toMatch(/\S/);
    }
  });

  it('is said with its figures where they are known', () => {
    expect(failureKey(failure('tooLarge', { limit: 1024 }))).toBe('tooLargeFor');
    expect(failureKey(failure('tooLarge'))).toBe('tooLarge');
    expect(failureKey(failure('noColumns', { columns: ['vin'] }))).toBe('noColumns');
    expect(failureKey(failure('noColumns'))).toBe('noColumnsAtAll');
  });
});

describe('sending a file', () => {
  afterEach(() => useUploads.setState({ uploads: {} }));
  const size = uploadChunkBytes + 1000;
  const bytes = Uint8Array.from({ length: size }, (_, index) => index % 251);
  const begun = (receivedBytes: number) =>
    policyImport.parse({
      id: 7,
      filename: 'polizas.csv',
      startedAt: '2026-11-21T12:00:00.000Z',
      startedBy: 'Persona de prueba',
      via: 'console',
      state: 'uploading',
      bytes: size,
      receivedBytes,
      rowsDone: 0,
      rowsTotal: null,
      added: 0,
      changed: 0,
      unchanged: 0,
      bad: 0,
      warned: 0,
      finishedAt: null,
      failure: null,
    });

  /** Takes what is appended as the engine does, and refuses from the given call on. */
  function receiver(from: number, failAt = Number.POSITIVE_INFINITY) {
    const got: number[] = [...bytes.subarray(0, from)];
    let calls = 0;
    const append = async ({ offset, base64 }: { offset: number; base64: string }) => {
      if (++calls >= failAt) throw new Error('gone');
      expect(offset).toBe(got.length);
      for (const byte of Buffer.from(base64, 'base64')) got.push(byte);
      return {
        ...begun(got.length),
        state: got.length === size ? ('ready' as const) : ('uploading' as const),
      };
    };
    return { got, client: { policyImports: { append } } };
  }

  it.each([0, 300, uploadChunkBytes])('arrives whole, begun from byte %d', async (from) => {
    const { got, client } = receiver(from);
    await sendFile(client, begun(from), new Blob([bytes]));
    expect(Buffer.from(got).equals(Buffer.from(bytes))).toBe(true);
    expect(useUploads.getState().uploads[7]).toBeUndefined();
  });

  it('tells how far it came where it is stopped', async () => {
    const { client } = receiver(0, 2);
    await sendFile(client, begun(0), new Blob([bytes]));
    expect(useUploads.getState().uploads[7]).toEqual({ sent: uploadChunkBytes, error: new Error('gone') });
  });

  it('says that the file cannot be read where the browser no longer gives it', async () => {
    const { client } = receiver(0);
    const file = new File([bytes], 'polizas.csv');
    file.slice = () => {
      const gone = new Blob();
      gone.arrayBuffer = () => Promise.reject(new DOMException('It was changed.', 'NotReadableError'));
      return gone;
    };
    await sendFile(client, begun(0), file);
    expect(useUploads.getState().uploads[7]?.error).toBeInstanceOf(FileNotReadable);
  });

  it('writes Base64 of any length', () => {
    for (const length of [0, 1, 2, 3, 0x8000, 0x8001])
      expect(base64Of(bytes.subarray(0, length))).toBe(
        Buffer.from(bytes.subarray(0, length)).toString('base64'),
      );
  });
});

it.each([
  ['1HGCM82633A004352', true],
  ['1hgcm82633a004352', true],
  ['1HGCM82633A00435O', false],
  ['POL-1', false],
])('%s as a VIN: %s', (text, is) => {
  expect(looksLikeVin(text)).toBe(is);
});
