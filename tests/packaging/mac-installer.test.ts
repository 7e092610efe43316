import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';

const file = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

test('on macOS the hardened runtime leaves Perito and its processes the compiler of V8 and nothing else', () => {
  const { mac } = z
    .object({
      mac: z.object({
        hardenedRuntime: z.boolean(),
        entitlements: z.string(),
        entitlementsInherit: z.string(),
      }),
    })
    .parse(parse(file('electron-builder.yml')));
  expect(mac.hardenedRuntime).toBe(true);
  for (const named of [mac.entitlements, mac.entitlementsInherit]) {
    const text = file(named);
    const granted = [...text.matchAll(/<key>([^<]+)<\/key>\s*<(\w+)\/>/g)].map(([, key, value]) => [
      key,
      value,
    ]);
    expect(granted).toEqual([['com.apple.security.cs.allow-jit', 'true']]);
    expect(text.match(/<key>/g)).toHaveLength(granted.length);
  }
});
