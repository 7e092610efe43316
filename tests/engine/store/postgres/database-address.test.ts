/** What addresses of a database are taken, and what is made of them. */
import { expect, test } from 'vitest';
import { databaseAddressOf } from '../../../../main/engine/store/postgres/connection.ts';

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
  ['mysql://db/perito', 'has to be written as'],
  ['perito', 'has to be written as'],
  ['postgresql://uno,dos', 'has to be written as'],
  ['postgresql://perito:clave@uno,dos/perito', 'password'],
  ['postgresql://uno/perito?schema=Otro', 'schema'],
  ['postgresql://uno/perito?sslmode=prefer', 'certificate'],
  ['postgresql://uno,dos/perito?target_session_attrs=any', 'Perito writes'],
])('%s is refused', (text, why) => {
  expect(() => databaseAddressOf(text)).toThrow(why);
});
