import { expect, test } from 'vitest';
import { addressFault } from '../../../renderer/platform/address.ts';

test.each([
  ['', false, null],
  ['   ', false, null],
  ['https://plataforma.prueba.example', false, null],
  ['https://plataforma.prueba.example:8443/base/', false, null],
  [' https://plataforma.prueba.example ', false, null],
  ['http://plataforma.prueba.example', false, 'http'],
  ['http://plataforma.prueba.example', true, null],
  ['http://127.0.0.1:9000', true, null],
  ['plataforma.prueba.example', false, 'form'],
  ['ftp://plataforma.prueba.example', true, 'form'],
  ['https://', false, 'form'],
  ['https://alguien:secreto@plataforma.prueba.example', false, 'form'],
  ['javascript:alert(1)', true, 'form'],
] as const)('%j with http %s: %s', (baseUrl, allowHttp, fault) => {
  expect(addressFault({ baseUrl, allowHttp })).toBe(fault);
});
