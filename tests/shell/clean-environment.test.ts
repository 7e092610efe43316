import { expect, test } from 'vitest';
import { cleanEnvironment } from '../../main/shell/process.ts';

test('programs that are not this run are given no key of it', () => {
  expect(
    cleanEnvironment({
      ...{ PATH: '/usr/bin', AWS_REGION: 'us-east-1', PERITO_PLATFORM_KEY: 'a:secret' },
      ...{ AWS_ACCESS_KEY_ID: 'AKIAPRUEBA', AWS_SECRET_ACCESS_KEY: 'secret', AWS_SESSION_TOKEN: 'secret' },
    }),
  ).toEqual({ PATH: '/usr/bin', AWS_REGION: 'us-east-1' });
});
