import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dominicanDay,
  dominicanTime,
  readDominicanTime,
  readUtcTime,
} from '../../../shared/rules/dominican-time.ts';

const asIntlHasIt = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Santo_Domingo',
  dateStyle: 'short',
  timeStyle: 'medium',
});

test('an instant is told as the time zone database tells it', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2001-01-01'), max: new Date('2080-01-01'), noInvalidDate: true }),
      (at) => {
        expect(dominicanTime(at.getTime()).replace('T', ' ')).toBe(asIntlHasIt.format(at));
        expect(dominicanDay(at.getTime())).toBe(asIntlHasIt.format(at).slice(0, 10));
      },
    ),
  );
});

describe('a date-time of the wire', () => {
  test.each([
    ['without a zone it is what it says', '2026-11-20T23:30:00', '2026-11-20', '23:30:00', null, null],
    [
      'with a fraction as .NET writes it',
      '2026-11-20T23:30:00.1234567',
      '2026-11-20',
      '23:30:00',
      null,
      null,
    ],
    ['a space in place of T', ' 2026-11-20 23:30 ', '2026-11-20', '23:30:00', null, null],
    ['with the Dominican offset', '2026-11-20T23:30:00-04:00', '2026-11-20', '23:30:00', null, null],
    ['the same, shorter', '2026-11-20T23:30:00-04', '2026-11-20', '23:30:00', null, null],
    [
      'an instant of the next day in UTC',
      '2026-11-21T03:30:00Z',
      '2026-11-20',
      '23:30:00',
      'UTC',
      '2026-11-21',
    ],
    ['an instant of the same day', '2026-11-21T14:00:00.5Z', '2026-11-21', '10:00:00', 'UTC', null],
    ['an offset ahead', '2026-11-21T01:00:00+02:00', '2026-11-20', '19:00:00', 'UTC+02:00', '2026-11-21'],
    ['an offset behind', '2026-11-20T23:30:00-05:00', '2026-11-21', '00:30:00', 'UTC-05:00', '2026-11-20'],
    ['an offset of half an hour', '2026-11-20T23:30:00+0530', '2026-11-20', '14:00:00', 'UTC+05:30', null],
    ['over the end of a year', '2027-01-01T00:00:00z', '2026-12-31', '20:00:00', 'UTC', '2027-01-01'],
    ['a day alone', '2026-11-20', '2026-11-20', null, null, null],
    ['a day and what is no time', '2026-11-20T99:00Z', '2026-11-20', null, null, null],
    ['a day and a 24th hour', '2026-11-20T24:00', '2026-11-20', null, null, null],
    ['a day and a 60th minute', '2026-11-20T23:60', '2026-11-20', null, null, null],
    ['a day and a 61st second', '2026-11-20T23:59:61', '2026-11-20', null, null, null],
    ['a day and words', '2026-11-20 en la noche', '2026-11-20', null, null, null],
  ])('%s: %s', (_, text, day, time, zone, otherDay) => {
    const read = readDominicanTime(text);
    expect(read).toMatchObject({ day, time, otherDay });
    expect(read?.turnedFrom?.zone ?? null).toBe(zone);
    expect(dominicanTime(read?.at ?? 0)).toBe(`${day}T${time ?? '00:00:00'}`);
  });

  test('a leap second is the beginning of the next minute', () => {
    const read = readDominicanTime('2016-12-31T23:59:60Z');
    expect(dominicanTime(read?.at ?? 0)).toBe('2016-12-31T20:00:00');
    expect(readDominicanTime('2016-12-31T19:59:60')).toMatchObject({ time: '19:59:60', at: read?.at });
  });

  test.each([
    '',
    'ayer',
    '2026-13-40',
    '2026-02-29T10:00',
    '0001-01-01T00:00:00',
    '2026-11-201',
    null,
    undefined,
  ])('%j is none', (text) => {
    expect(readDominicanTime(text)).toBeNull();
  });

  test('the same instant is the same, however its zone is written', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2001-01-02'), max: new Date('2080-01-01'), noInvalidDate: true }),
        fc.integer({ min: -14 * 60, max: 14 * 60 }),
        (at, minutes) => {
          const whole = Math.floor(at.getTime() / 1000) * 1000;
          const two = (part: number) => String(part).padStart(2, '0');
          const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
          const written = `${new Date(whole + minutes * 60_000).toISOString().slice(0, 19)}${offset}`;
          expect(readDominicanTime(written)).toMatchObject({ at: whole, day: dominicanDay(whole) });
        },
      ),
    );
  });
});

describe('a date-time that is UTC by its name', () => {
  test.each([
    ['without a zone', '2026-11-21T03:30:00', '2026-11-20', '23:30:00'],
    ['without a zone, after a space', ' 2026-11-21 03:30 ', '2026-11-20', '23:30:00'],
    ['with a fraction as .NET writes it', '2026-11-21T03:30:00.1234567', '2026-11-20', '23:30:00'],
    ['with Z', '2026-11-21T03:30:00Z', '2026-11-20', '23:30:00'],
    ['with a small z before a space', '2026-11-21T03:30:00z ', '2026-11-20', '23:30:00'],
    ['with the Dominican offset', '2026-11-20T23:30:00-04:00', '2026-11-20', '23:30:00'],
    ['with another offset', '2026-11-21T05:30:00+02:00', '2026-11-20', '23:30:00'],
    ['with an offset without its colon', '2026-11-21T05:30:00+0200', '2026-11-20', '23:30:00'],
    ['with an offset of hours alone', '2026-11-21T05:30:00+02', '2026-11-20', '23:30:00'],
    ['with an offset of hours before a space', '2026-11-20T23:30-04 ', '2026-11-20', '23:30:00'],
    ['a day alone', '2026-11-21', '2026-11-21', null],
    ['a day and words', '2026-11-21 en la noche', '2026-11-21', null],
  ])('%s: %s', (_, text, day, time) => {
    expect(readUtcTime(text)).toMatchObject({ day, time });
  });

  test.each(['', 'ayer', 'Z', '2026-13-40T10:00:00Z', '0001-01-01T00:00:00', null, undefined])(
    '%j is none',
    (text) => {
      expect(readUtcTime(text)).toBeNull();
    },
  );
});
