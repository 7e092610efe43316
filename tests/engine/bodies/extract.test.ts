import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  contentHash,
  extractOf,
  NestedTooDeeply,
  NotJson,
  parsedBody,
} from '../../../main/engine/bodies/index.ts';
import { readIncidentReport } from '../../../shared/marketplace/record-content.ts';
import { readingLimits } from '../../../shared/marketplace/tolerant-reader.ts';

const kept = (json: string) => ({ json, leftOut: [] });
const bytes = (text: string) => new TextEncoder().encode(text);

/** A JSON text with white space and escapes where they may stand. */
const written = fc
  .tuple(fc.jsonValue({ noUnicodeString: false }), fc.constantFrom(0, 1, 2, '\t'))
  .map(([value, space]) =>
    JSON.stringify(
      value,
      (_, one) => (typeof one === 'string' ? one.replaceAll('a', '\u00e1') : one),
      space,
    ).replaceAll('á', '\\u00E1'),
  );

describe('an extract', () => {
  it('of an ordinary body says what the body says', () => {
    void fc.assert(
      fc.property(written, (text) => {
        const { json, leftOut } = extractOf(text);
        expect(leftOut).toEqual([]);
        expect(JSON.stringify(JSON.parse(json))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it('takes what JSON.parse takes, and nothing else', () => {
    const broken = fc
      .tuple(
        written,
        fc.nat(),
        fc.constantFrom(
          '',
          '"',
          '{',
          '}',
          '[',
          ']',
          ',',
          ':',
          '\\',
          '0',
          '-',
          '.',
          'e',
          't',
          '\n',
          '\u0001',
          '\\u12',
        ),
      )
      .map(([text, at, sign]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + sign + text.slice(place + (at % 2));
      });
    void fc.assert(
      fc.property(broken, (text) => {
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        if (isJson) expect(() => extractOf(text)).not.toThrow();
        else {
          expect(() => extractOf(text)).toThrow(NotJson);
          expect(contentHash(bytes(text))).toBeNull();
        }
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['{"__proto__":{"x":1}}', '{"__proto__":{"x":1}}'],
    [' [ 1 , [ ] , { } , "\\"" ] ', '[1,[],{},"\\""]'],
  ])('of %s is %s', (text, json) => expect(extractOf(text)).toEqual(kept(json)));

  const long = `[${'{},'.repeat(readingLimits.elements)}{}]`;

  it('has a list empty that nobody walks, and says how long it is', () => {
    expect(extractOf(`{"a":{"b":${long}},"c":[1]}`)).toEqual({
      json: '{"a":{"b":[]},"c":[1]}',
      leftOut: [{ pointer: '/a/b', what: 'elements', length: readingLimits.elements + 1 }],
    });
    // Of a name that comes twice the last stands.
    expect(extractOf(`{"a":${long},"a":[1]}`)).toEqual({
      json: '{"a":[1]}',
      leftOut: [{ pointer: '/a', what: 'repeated', length: 2 }],
    });
    // Within one that is left out nothing is told of.
    expect(
      extractOf(`{"a":[${`${long},`.repeat(3)}${'1,'.repeat(readingLimits.elements)}1]}`).leftOut,
    ).toHaveLength(1);
  });

  it('has the first names of an object, and those of the interface wherever they stand', () => {
    const names = Array.from({ length: 3000 }, (_, index) => `"x${index}":1`).join();
    const { json, leftOut } = extractOf(`{${names},"incidentReportFormId":7,"Items":[2]}`);
    const read = JSON.parse(json);
    expect(Object.keys(read)).toHaveLength(readingLimits.names + 2);
    expect(read).toMatchObject({ x0: 1, incidentReportFormId: 7, Items: [2] });
    expect(leftOut).toEqual([{ pointer: '', what: 'names', length: 3002 }]);
  });

  it('has the beginning of a long text, whole characters of it', () => {
    const text = `${'a'.repeat(readingLimits.text - 1)}😀b`;
    const { json, leftOut } = extractOf(JSON.stringify({ comments: text }));
    expect(JSON.parse(json).comments).toHaveLength(readingLimits.text);
    expect(JSON.parse(json).comments.isWellFormed()).toBe(true);
    expect(leftOut).toEqual([{ pointer: '/comments', what: 'text', length: text.length }]);
  });

  it('has what is nested deeply as far as readers go; what is nested without end is refused', () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    const { json, leftOut } = extractOf(nested(400));
    expect(() => JSON.parse(json)).not.toThrow();
    expect(leftOut).toMatchObject([{ what: 'levels', length: readingLimits.levels }]);
    expect(() => extractOf(nested(501))).toThrow(NestedTooDeeply);
    expect(() => extractOf('['.repeat(4_000_000))).toThrow(NestedTooDeeply);
    expect(contentHash(bytes(nested(501)))).toBeNull();
  });

  it('is small and cheap whatever the body is', () => {
    const size = 1024 * 1024;
    const full = (one: string) => one.repeat(Math.floor(size / one.length)).slice(0, -1);
    const distinct = (each: (index: number) => string) => {
      const parts: string[] = [];
      for (let length = 0, index = 0; length < size; index++) {
        parts.push(each(index));
        length += (parts.at(-1)?.length ?? 0) + 1;
      }
      return parts.join();
    };
    const hostile = [
      `{"attachmentsPictures":[${full('{},')}]}`,
      `{"reportFormContents":[${full('[],')}]}`,
      `{"items":[${full('1,')}]}`,
      `{${distinct((index) => `"x${index}":0`)}}`,
      `{"items":[${distinct((index) => `{"x${index}":0}`)}]}`,
      `{${distinct((index) => `"x${index}":[${'1,'.repeat(4000)}1]`)}}`,
      `{${distinct((index) => `"x${index}":"${'a'.repeat(60_000)}"`)}}`,
      `{"comments":"${'\\u0061'.repeat(size / 6)}"}`,
      `{"id":${'9'.repeat(size)}}`,
      `{${full('"items":[],')}}`,
      `{"items":[${full(`${'{"a":['.repeat(90)}${']}'.repeat(90)},`)}]}`,
      `${'{"a":['.repeat(240)}${full('{"b":1},')}${']}'.repeat(240)}`,
    ];
    for (const body of hostile) {
      const { json, leftOut } = extractOf(body);
      expect(json.length).toBeLessThan(3 * 1024 * 1024);
      const parsed = parsedBody(bytes(json), leftOut);
      expect(() => readIncidentReport(parsed as object)).not.toThrow();
      expect(contentHash(bytes(body))).toMatch(/^[\da-f]{64}$/);
    }
  });
});

describe('what two bodies say is the same', () => {
  it.each([
    ['{"a":1,"b":[1,2]}', ' {"b" : [1.0, 2e0],\n"a": 1.00 } '],
    ['{"a":"\\u0041/\\u00e9"}', '{"a":"A\\/é"}'],
    ['{"a":{}}', '{"a": {} }'],
    ['{"a":1e2}', '{"a":100}'],
  ])('in %s and %s', (one, other) => expect(contentHash(bytes(one))).toBe(contentHash(bytes(other))));

  it.each([
    ['{"a":12345678901234567.89}', '{"a":12345678901234567.88}'],
    ['{"a":9007199254740993}', '{"a":9007199254740992}'],
    ['{"a":0.1}', '{"a":0.10000000000000000001}'],
    ['{"a":1e400}', '{"a":1e401}'],
    ['{"a":1e400}', '{"a":null}'],
    ['{"a":1,"a":2}', '{"a":2}'],
    ['{"a":1,"a":2}', '{"a":2,"a":1}'],
    ['{"a":[1,2]}', '{"a":[2,1]}'],
    ['{"a":1}', '{"a":"1"}'],
    ['{"a":[]}', '{"a":{}}'],
    ['{"a":["b,c"]}', '{"a":["b","c"]}'],
  ])('and not in %s and %s', (one, other) => {
    expect(contentHash(bytes(one))).not.toBe(contentHash(bytes(other)));
  });

  it('whatever the order of members and the white space', () => {
    void fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const turned = Object.fromEntries(Object.entries(value).toReversed());
        expect(contentHash(bytes(JSON.stringify(value)))).toBe(
          contentHash(bytes(JSON.stringify(turned, null, 1))),
        );
      }),
    );
  });
});
