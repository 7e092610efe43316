/** What addresses of a database are taken, and what is made of them. */
import { expect, test } from 'vitest';
import { databaseAddressOf, placeOfServer } from '../../../../main/engine/store/postgres/address.ts';

test.each([
  ['postgresql://perito@db:5432/perito', ['postgresql://perito@db:5432/perito'], 'perito'],
  ['postgres://db/perito?schema=otro', ['postgres://db/perito'], 'otro'],
  [
    'postgresql://perito@uno:5432,dos:5433/perito?target_session_attrs=read-write&sslmode=verify-full',
    ['postgresql://perito@uno:5432/perito', 'postgresql://perito@dos:5433/perito'],
    'perito',
  ],
  [
    'postgresql://perito@[::1]:5432,127.0.0.1/perito',
    ['postgresql://perito@[::1]:5432/perito', 'postgresql://perito@127.0.0.1/perito'],
    'perito',
  ],
])('%s names its servers', (text, servers, schema) => {
  expect(databaseAddressOf(text)).toEqual({ text, servers, schema });
});

test.each([
  ['mysql://db/perito', 'addressForm', 'has to be written as'],
  ['perito', 'addressForm', 'has to be written as'],
  ['postgresql://uno,dos', 'addressForm', 'has to be written as'],
  ['postgresql://perito:clave@uno,dos/perito', 'addressPassword', 'password'],
  ['postgresql://uno/perito?schema=Otro', 'addressSchema', 'schema'],
  ['postgresql://uno/perito?sslmode=prefer', 'addressTls', 'certificate'],
  ['postgresql://uno,dos/perito?target_session_attrs=any', 'addressReadOnly', 'Perito writes'],
  // What the driver would take for settings of the connection, before those that Perito gives it.
  ['postgresql://uno/perito?ssl=0', 'addressParameters', 'Behind its ?'],
  ['postgresql://uno/perito?ssl=no-verify', 'addressParameters', 'Behind its ?'],
  ['postgresql://uno/perito?options=-c%20synchronous_commit%3Doff', 'addressParameters', 'Behind its ?'],
  ['postgresql://uno/perito?password=clave', 'addressParameters', 'Behind its ?'],
  ['postgresql://uno/perito?host=dos', 'addressParameters', 'Behind its ?'],
  ['postgresql:///perito', 'addressForm', 'has to be written as'],
  ['postgresql://uno/p%C3', 'addressLetters', 'no letter'],
])('%s is refused: as %s for the screen, and in words for the command line', (text, code, why) => {
  expect(() => databaseAddressOf(text)).toThrow(why);
  expect(() => databaseAddressOf(text)).toThrow(
    expect.objectContaining({ fault: { code, detail: expect.not.stringContaining('clave') } }),
  );
});

test.each([
  ['postgresql://ana@[::1]:5433/perito', { host: '::1', port: 5433, database: 'perito', user: 'ana' }],
  ['postgresql://db/p%C3%B3liza', { host: 'db', port: 5432, database: 'póliza', user: '' }],
  [
    'postgresql://%2Fvar%2Frun%2Fpostgresql/perito',
    { host: '/var/run/postgresql', port: 5432, database: 'perito', user: '' },
  ],
])('%s is one place', (url, place) => {
  expect(placeOfServer(url)).toEqual(place);
});
