/** A name twice in one object of a body that is too large for the thread that serves, over a real port. */
import { expect, test } from 'vitest';
import { extractOf } from '../../../main/engine/bodies/index.ts';
import { deskOfTest } from '../../conformance/desk.ts';
import { leastRatio } from '../../processor-time.ts';
import { purchaseOrder, purchaseOrderItem } from '../orders.ts';

const repeatedIn = (text: string) =>
  extractOf(text)
    .leftOut.filter(({ what }) => what === 'repeated')
    .map(({ pointer }) => pointer);

test.each([
  ['{"a":1,"b":2}', []],
  ['{"a":1,"a":2}', ['/a']],
  ['{"a":1,"\\u0061":2,"a":3}', ['/a']],
  ['{"a/b":1,"a/b":2}', ['/a~1b']],
  ['{"items":[{"x":1},{"x":1,"x":2}]}', ['/items/1/x']],
  ['{"a":{"b":1,"b":2},"c":{"b":3}}', ['/a/b']],
  [`{${Array.from({ length: 300 }, (_, index) => `"n${index}":1,"n${index}":2`).join()}}`, 100],
])('of %.40s it is known where names came again', (text, expected) => {
  const found = repeatedIn(text);
  expect(typeof expected === 'number' ? found.length : found).toEqual(expected);
});

test('one name many times over costs no more than as many names', async () => {
  const textOf = (name: (index: number) => string) =>
    `{${Array.from({ length: 200_000 }, (_, index) => `"${name(index)}":1`).join()}}`;
  const repeated = textOf(() => 'aaaaaaa');
  const distinct = textOf((index) => String(1_000_000 + index));
  const ratio = await leastRatio(
    () => repeatedIn(repeated),
    () => repeatedIn(distinct),
    2,
  );
  expect(ratio).toBeLessThan(2);
  expect(repeatedIn(`{${'"a":1,'.repeat(1_000_000)}"b":2}`)).toEqual(['/a']);
});

test('a large body is told of as a small one is, and of its names the last values are taken', async () => {
  const desk = await deskOfTest();
  const body = JSON.stringify(purchaseOrder(9, { items: [purchaseOrderItem(1, { itemName: 'Bonete' })] }));
  for (const padding of [0, 300_000]) {
    const sent = body
      .replace('{', `{"comments":"Una vez","padding":"${' '.repeat(padding)}",`)
      .replace('"itemName":', '"itemName":"Faro","itemName":');
    expect((await desk.send('purchaseOrder', sent)).status).toBe(200);
    const { findings, content, bodyBytes } = await desk.newestOf('purchaseOrder');
    expect(bodyBytes > 256 * 1024).toBe(padding > 0);
    const repeated = findings.filter(({ code }) => code === 'wire.repeatedName');
    expect(repeated.map(({ pointer }) => pointer).sort()).toEqual(['/comments', '/items/0/itemName']);
    expect(content).toMatchObject({ order: { items: [{ itemName: 'Bonete' }] } });
  }
});
