/**
 * Finds texts that no screen shows: part of `npm run lint`. A key that a screen has and no language has is a type error; a
 * key that one language lacks as well. What is left is a key that stands in both languages and nowhere in the screen.
 *
 * A key counts as used where a string literal is it, or a template literal can become it (`records.filter.${option}`).
 */
import { globSync, readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';
import * as es from '../../renderer/app/locale/es.ts';
import { leavesOf } from '../renderer/app/leaves.ts';

interface Source {
  file: string;
  text: string;
}

/** String literals, and template literals as patterns, of a file of the screen. */
export function namedIn({ file, text }: Source): { literals: Set<string>; templates: RegExp[] } {
  const literals = new Set<string>();
  const templates: RegExp[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      for (const element of node) walk(element);
      return;
    }
    const type: unknown = Reflect.get(node, 'type');
    const value: unknown = Reflect.get(node, 'value');
    if (type === 'StringLiteral' && typeof value === 'string') literals.add(value);
    if (type === 'TemplateLiteral') templates.push(...patternOf(Reflect.get(node, 'quasis')));
    for (const part of Object.values(node)) walk(part);
  };
  walk(parseSync(text, { syntax: 'typescript', tsx: file.endsWith('.tsx'), target: 'esnext' }));
  return { literals, templates };
}

/** What a template can become; nothing where it says too little to be a key's. */
function patternOf(quasis: unknown): RegExp[] {
  if (!Array.isArray(quasis) || quasis.length < 2) return [];
  const parts = quasis.map((quasi: unknown) =>
    typeof quasi === 'object' && quasi !== null ? String(Reflect.get(quasi, 'raw')) : '',
  );
  if (!parts.some((part) => /\w\.|\.\w/.test(part))) return [];
  return [new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w.-]+')}$`)];
}

/** The keys of these that no file of the screen names. */
export function unusedKeys(keys: Iterable<string>, sources: Iterable<Source>): string[] {
  const literals = new Set<string>();
  const templates = new Map<string, RegExp>();
  for (const source of sources) {
    const named = namedIn(source);
    for (const literal of named.literals) literals.add(literal);
    for (const template of named.templates) templates.set(template.source, template);
  }
  const plain = new Set([...keys].map((key) => key.replace(/_(one|other)$/, '')));
  return [...plain].filter(
    (key) => !literals.has(key) && ![...templates.values()].some((template) => template.test(key)),
  );
}

if (import.meta.main) {
  const files = globSync('renderer/**/*.{ts,tsx}').filter(
    (file) => !/locale[\\/]e[sn]([\\/]|\.ts)/.test(file),
  );
  const unused = unusedKeys(
    leavesOf(es).keys(),
    files.map((file) => ({ file, text: readFileSync(file, 'utf8') })),
  );
  for (const key of unused) process.stderr.write(`${key}: no screen shows this text\n`);
  if (unused.length > 0) process.exitCode = 1;
}
