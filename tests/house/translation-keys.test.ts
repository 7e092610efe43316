/** Which texts are found to be shown nowhere. */
import { expect, test } from 'vitest';
import { unusedKeys } from './translation-keys.ts';

test.each([
  ['a literal', `t('list.title')`],
  ['a literal behind a condition', `t(isOpen ? 'list.title' : 'list.other')`],
  ['a template', `t(\`list.\${part}\`)`],
  ['a template of a longer key', `t(\`list.\${part}.\${more}\`, {})`, 'list.title.short'],
  ['a template that ends as the key', `t(\`\${room}.title\`)`],
  ['a label of JSX', '<Part label={t("list.title")} />'],
])('a key is used by %s', (_what, text, key = 'list.title') => {
  expect(unusedKeys([key], [{ file: 'Part.tsx', text }])).toEqual([]);
});

test.each([
  ['nothing', ''],
  ['a comment', `// t('list.title')`],
  ['a longer key', `t('list.titleLong')`],
  ['a template of other keys', `t(\`list.rows.\${part}\`)`],
  ['a template that ends otherwise', `t(\`\${room}.name\`)`],
  ['a template of one word', `css(\`\${size}px\`)`],
])('a key is not used by %s', (_what, text) => {
  expect(unusedKeys(['list.title'], [{ file: 'part.ts', text }])).toEqual(['list.title']);
});

test('a key of one and many is one key', () => {
  const text = `t('list.rows', { count })`;
  expect(unusedKeys(['list.rows_one', 'list.rows_other'], [{ file: 'part.ts', text }])).toEqual([]);
});
