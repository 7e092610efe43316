import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAnswer } from './connection.ts';
import { latenciesOf, median } from './measure.ts';
import { floorsOf } from './report.ts';
import { benchKey, makeRequests } from './requests.ts';

test.each([
  [[3], 3],
  [[4, 1], 2.5],
  [[9, 1, 5], 5],
  [[4, 1, 3, 2], 2.5],
])('the median of %j is %d', (values, middle) => {
  expect(median(values)).toBe(middle);
});

test('percentiles are values that were measured', () => {
  const oneToHundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(latenciesOf(oneToHundred)).toEqual({ p50: 50, p99: 99, most: 100 });
  expect(latenciesOf([7])).toEqual({ p50: 7, p99: 7, most: 7 });
});

test('every request is a whole one, with an id of its own', () => {
  const requests = makeRequests('127.0.0.1:1', 40);
  const ids = Array.from({ length: 200 }, () => {
    const [head = '', body = ''] = requests.next().toString().split('\r\n\r\n');
    expect(head).toContain(`\r\nContent-Length: ${Buffer.byteLength(body)}`);
    expect(head).toContain(`\r\nX-API-KEY: ${Buffer.from(benchKey).toString('base64')}`);
    return (JSON.parse(body) as { purchaseOrderId: number }).purchaseOrderId;
  });
  expect(ids).toEqual(Array.from({ length: 200 }, (_, index) => 100_000_040 + index));
});

test('an answer is read however it is cut', () => {
  const whole = Buffer.from('HTTP/1.1 201 Created\r\ncontent-length: 7\r\nx: y\r\n\r\n{"a":1}');
  fc.assert(
    fc.property(fc.nat(whole.length - 1), (cut) => {
      expect(readAnswer(whole.subarray(0, cut))).toBeNull();
    }),
  );
  expect(readAnswer(Buffer.concat([whole, whole]))).toEqual({ status: 201, bytes: whole.length });
});

test('floors are met at the floor and missed below it', () => {
  const figures = (perSecond: number) => ({
    perSecond,
    p50: 1,
    p99: 1,
    most: 1,
    refused: 0,
    rounds: [perSecond],
  });
  const met = (perito: number, p99: number, most: number) =>
    floorsOf({
      throughput: { perito: figures(perito), least: figures(1000), jsonServer: figures(32) },
      atRate: { perito: { perSecond: 1000, refused: 0, p50: 1, p99, most } },
    }).map((floor) => floor.met);
  expect(met(800, 10, 100)).toEqual([true, true, true, true]);
  expect(met(799, 10.1, 100.1)).toEqual([false, false, false, false]);
});

test('a ratio is the median of its rounds, so that one slow spell of the machine does not count', () => {
  const figures = (...rounds: number[]) => ({ perSecond: 0, p50: 1, p99: 1, most: 1, refused: 0, rounds });
  const [floor] = floorsOf({
    throughput: { perito: figures(700, 70, 700), least: figures(1000, 100, 500) },
    atRate: {},
  });
  expect(floor?.measured).toBeCloseTo(0.7);
});
