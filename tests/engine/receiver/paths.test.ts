import { describe, expect, test } from 'vitest';
import { createKeyRedactor } from '../../../main/engine/keys/index.ts';
import {
  pathOf,
  redactedPath,
  rewriteUrl,
  splitAddress,
  undecodable,
} from '../../../main/engine/receiver/paths.ts';

test.each([
  ['/x', '/x', null],
  ['/x?', '/x', ''],
  ['/x?a=1?b', '/x', 'a=1?b'],
  ['?a', '', 'a'],
])('%s is the path %s and the query %s', (url, path, query) => {
  expect(splitAddress(url)).toEqual({ path, query });
});

test.each([
  ['/PurchaseOrders', '/PurchaseOrders'],
  ['/PurchaseOrders?x=1', '/PurchaseOrders'],
  ['/PurchaseOrders#top', '/PurchaseOrders'],
  ['/a#b?c', '/a'],
  ['?x=1', ''],
])('the instance of a problem at %s is %s', (url, instance) => {
  expect(pathOf(url)).toBe(instance);
});

test('an instance has at most 2000 characters', () => {
  expect(pathOf(`/${'x'.repeat(3000)}?y`)).toBe(`/${'x'.repeat(1999)}`);
});

describe('the address that is kept', () => {
  const email = 'ana@prueba.example';
  const secret = 'una clave:larga';
  const presented = Buffer.from(`${email}:${secret}`).toString('base64');
  const kept = (url: string) => redactedPath(url, createKeyRedactor([], presented));

  test.each([
    ['/Nada', '/Nada'],
    ['/Nada?', '/Nada?'],
    ['/Nada?vin=V1&vin=V2&x', '/Nada?vin=V1&vin=V2&x'],
    ['/Nada?a=b=c', '/Nada?a=b=c'],
    ['/Nada?apiKey=1&vin=2', '/Nada?apiKey=***&vin=2'],
    ['/Nada?my-SECRET-2=1', '/Nada?my-SECRET-2=***'],
    ['/Nada?access_token=a=b', '/Nada?access_token=***'],
    ['/Nada?Password=', '/Nada?Password=***'],
    ['/Nada?X-Authorization=1', '/Nada?X-Authorization=***'],
    ['/Nada?key', '/Nada?key'],
    ['/Nada?vin=token=1', '/Nada?vin=token=1'],
    ['/token=1?vin=2', '/token=1?vin=2'],
    [`/Nada/${presented}`, '/Nada/•••'],
    [`/Nada/${presented}?vin=1`, '/Nada/•••?vin=1'],
    [`/Nada?vin=${presented}`, '/Nada?vin=•••'],
  ])('of %s is %s', (url, address) => {
    expect(kept(url)).toBe(address);
  });

  test('has at most 2000 characters, and no part of a key at its end', () => {
    expect(kept(`/${'x'.repeat(3000)}`)).toHaveLength(2000);
    expect(kept(`/Nada?${'x'.repeat(3000)}`)).toHaveLength(2000);
    const before = `/Nada?${'x'.repeat(1980)}`;
    expect(kept(`${before}=${presented}`)).toBe(`${before}=•••`);
  });
});

describe('the address by which a route is found', () => {
  const same = (...urls: string[]) => urls.map((url) => [url, url]);
  test.each([
    ...same(
      '/',
      '/PurchaseOrders?a=%zz',
      '/InsurancePolicies/P-1/balance?vin=V1',
      '/InsurancePolicies/A%2F1/balance',
      // No number, so no balance.
      '/InsurancePolicies//balance',
      '/InsurancePolicies/balance',
      '/InsurancePolicies/A/1/balances',
      '/InsurancePolicies/A/1/balance/x',
      '/x/InsurancePolicies/A/1/balance',
      '/Nada/A/1/balance',
    ),
    ['/InsurancePolicies/A/1/balance', '/InsurancePolicies/A%2F1/balance'],
    ['/InsurancePolicies/A/1/balance?vin=a/b', '/InsurancePolicies/A%2F1/balance?vin=a/b'],
    ['//insurancepolicies//A/1/2//BALANCE//', '//insurancepolicies//A%2F1%2F2//BALANCE//'],
    ['/InsurancePolicies/a/b/balance?x=/balance', '/InsurancePolicies/a%2Fb/balance?x=/balance'],
    ['/InsurancePolicies/%E1/balance', '/undecodable'],
    ['/%?vin=1', '/undecodable'],
  ])('of %s is %s', (url = '', routed = '') => {
    expect(rewriteUrl(url)).toBe(routed);
  });
});

describe('the places of an address that hold no UTF-8', () => {
  test.each<[string, ...string[]]>([
    ['/Nada?vin=V1'],
    ['/A%C3%B1o?vin=%C3%B1'],
    ['/%', ''],
    ['/%/x', ''],
    ['/x/%', ''],
    ['/PurchaseOrders/%/cancel', '/purchaseOrderId'],
    ['/purchaseORDERS/7/%', '/purchaseOrderId'],
    ['//ServiceOrders//%', '/serviceOrderId'],
    ['/%/%', ''],
    ['/InsurancePolicies/%/balance?vin=%', '/insurancePolicyNumber', '/vin'],
    ['/InsurancePolicies?vin=%41%&vin=%', '/vin'],
    ['/x?%C3%B1=%', '/ñ'],
    ['/x?%=1', ''],
    ['/x?%', ''],
    ['/x?a~b%2Fc=%', '/a~0b~1c'],
    ['/x?a=1&b=%=&c=2', '/b'],
    [`/x?${'n'.repeat(200)}=%`, `/${'n'.repeat(100)}`],
  ])('%s', (url, ...pointers) => {
    expect(undecodable(url).map(({ pointer }) => pointer)).toEqual(pointers);
  });

  test('are told up to 20', () => {
    const names = Array.from({ length: 25 }, (_, index) => `p${index}`);
    const told = undecodable(`/x?${names.map((name) => `${name}=%`).join('&')}`);
    expect(told.map(({ pointer }) => pointer)).toEqual(names.slice(0, 20).map((name) => `/${name}`));
  });
});
