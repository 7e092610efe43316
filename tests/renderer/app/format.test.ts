import { describe, expect, it } from 'vitest';
import { makeFormat } from '../../../renderer/app/locale/format.ts';

const es = makeFormat('es');
const en = makeFormat('en');
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('money', () => {
  it.each([
    ['1234567.5', 'RD$1,234,567.50'],
    ['0', 'RD$0.00'],
    ['48250.005', 'RD$48,250.01'],
    // More digits than a binary float holds.
    ['9007199254740993.01', 'RD$9,007,199,254,740,993.01'],
  ])('%s is %s in both languages', (amount, expected) => {
    expect(plain(es.money(amount))).toBe(expected);
    expect(plain(en.money(amount))).toBe(expected);
  });

  it('shows what is no amount as it came, and nothing as a dash', () => {
    expect(es.money('1,5')).toBe('1,5');
    expect(es.money(null)).toBe('—');
    expect(es.amount('1e9')).toBe('1e9');
  });

  it('names a currency in the language of the screen, and an unknown one as it came', () => {
    expect(es.currencyName('DOP', 'Dominican Peso')).toBe('peso dominicano');
    expect(en.currencyName('dop', 'Peso dominicano')).toBe('Dominican Peso');
    expect(en.currencyName('QQQ', 'Moneda de prueba')).toBe('Moneda de prueba');
    expect(en.currencyName('RD$', null)).toBe('RD$');
    expect(en.currencyName(null, null)).toBeNull();
    expect(es.currencyPlural('DOP', 'Dominican Peso')).toBe('pesos dominicanos (RD$)');
    expect(es.currencyPlural('usd', null)).toBe('dólares estadounidenses (US$)');
    expect(en.currencyPlural('DOP', null)).toBe('Dominican pesos (RD$)');
    expect(es.currencyPlural('PESO', 'Peso')).toBe('Peso');
    expect(es.currencyPlural('QQQ', 'Moneda de prueba')).toBe('Moneda de prueba');
    expect(es.currencyPlural(null, null)).toBeNull();
  });

  it('writes quantities without needless decimals', () => {
    expect(es.quantity('1.50')).toBe('1.5');
    expect(es.quantity(1200)).toBe('1,200');
    expect(es.quantity(null)).toBe('—');
    expect(es.percent('12.5')).toBe('12.5\u00a0%');
    expect(en.percent('12.5')).toBe('12.5%');
  });
});

describe('times', () => {
  const now = Date.parse('2026-11-20T15:00:00-04:00');
  const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
  it('are relative within the hour', () => {
    expect(plain(es.when(ago(0), now))).toBe('ahora');
    expect(plain(es.when(ago(3), now))).toMatch(/^hace 3 min/);
    expect(plain(en.when(ago(59), now))).toMatch(/^59 min\.? ago$/);
  });

  it('are the time of day today, then the day, then the year', () => {
    expect(plain(es.when(ago(60), now))).toBe('2:00 p. m.');
    expect(plain(es.when(ago(24 * 60), now))).toBe('ayer, 3:00 p. m.');
    expect(plain(en.when(ago(72 * 60), now))).toBe('Nov 17, 3:00 PM');
    expect(plain(es.when(ago(500 * 24 * 60), now))).toMatch(/2025$/);
  });

  it('are Dominican, whatever zone the computer is set to', () => {
    const night = Date.parse('2026-11-21T12:00:00Z');
    expect(plain(es.when('2026-11-21T03:30:00Z', night))).toBe('ayer, 11:30 p. m.');
    expect(plain(es.exact('2026-11-21T03:30:00Z'))).toBe('20 nov 2026, 11:30:00 p. m.');
    expect(plain(es.date('2026-01-01T03:59:59Z'))).toBe('31 dic 2025');
  });

  it('show what is no time as it came', () => {
    expect(es.when('ayer', now)).toBe('ayer');
    expect(es.exact('x')).toBe('x');
  });
});

it.each([
  [0, 'ahora', 'now'],
  [-5, 'ahora', 'now'],
  [1, 'hace 1 minuto', '1 minute ago'],
  [59, 'hace 59 minutos', '59 minutes ago'],
  [60, 'hace 1 hora', '1 hour ago'],
  [47 * 60 + 59, 'hace 47 horas', '47 hours ago'],
  [48 * 60, 'hace 2 días', '2 days ago'],
  [400 * 24 * 60, 'hace 400 días', '400 days ago'],
])('what is %d minutes old', (minutes, spanish, english) => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const at = new Date(now - minutes * 60_000).toISOString();
  expect(plain(es.age(at, now))).toBe(spanish);
  expect(plain(en.age(at, now))).toBe(english);
});

it('sizes are in the unit that reads best', () => {
  expect(es.bytes(125)).toBe('125 B');
  expect(es.bytes(1536)).toBe('1.5 kB');
  expect(es.bytes(3 * 1024 * 1024)).toBe('3 MB');
  expect(es.bytes(3.25 * 1024 ** 3)).toBe('3.3 GB');
  expect(es.bytes(2 * 1024 ** 4)).toBe('2 TB');
});

describe('local times', () => {
  it.each([
    '2026-11-19T20:10:00',
    '2026-11-19 20:10',
    // The clock at the scene showed ten past eight, whatever the zone says and wherever it is read.
    '2026-11-19T20:10:00Z',
    '2026-11-19T20:10:00+09:00',
  ])('%s is read as the clock there showed it', (text) => {
    expect(plain(es.local(text))).toBe('19 nov 2026, 8:10 p. m.');
    expect(plain(en.local(text))).toBe('Nov 19, 2026, 8:10 PM');
  });

  it('are a day where no time came, and what is no date as it came', () => {
    expect(plain(es.local('2026-11-19'))).toBe('19 nov 2026');
    expect(es.local('ayer')).toBe('ayer');
  });
});

describe('days in lists', () => {
  const now = Date.parse('2026-11-21T00:00:00-04:00');
  it.each([
    ['2026-01-05', '5 ene', 'Jan 5'],
    ['2025-12-31', '31 dic 2025', 'Dec 31, 2025'],
    ['2026-11-19T20:10:00', '19 nov', 'Nov 19'],
    ['ayer', 'ayer', 'ayer'],
  ])('%s', (text, spanish, english) => {
    expect(plain(es.dayShort(text, now))).toBe(spanish);
    expect(plain(en.dayShort(text, now))).toBe(english);
  });
});
