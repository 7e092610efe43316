import { dominicanDay } from '#shared/rules/dominican-time.ts';

export type TemplateFault = 'length' | 'seq' | 'placeholder' | 'apart';

/** What is wrong with a number template (the contract's `numberTemplate`), or null. */
export function templateFault(template: string): TemplateFault | null {
  const text = template.trim();
  if (text.length < 3 || text.length > 40) return 'length';
  if ((text.match(/\{seq(:[1-9])?\}/g) ?? []).length !== 1) return 'seq';
  if (/[{}]/.test(text.replaceAll(/\{(yyyy|yy|mm|seq(:[1-9])?)\}/g, ''))) return 'placeholder';
  if (/[\d}]\{seq|\{seq(:[1-9])?\}[\d{]/.test(text)) return 'apart';
  return null;
}

/** What a number of this template looks like, for the sequence and instant given. */
export function numberPreview(template: string, sequence: number, on: Date): string {
  const [year = '', month = ''] = dominicanDay(on.getTime()).split('-');
  return template
    .trim()
    .replaceAll('{yyyy}', year)
    .replaceAll('{yy}', year.slice(-2))
    .replaceAll('{mm}', month)
    .replaceAll(/\{seq(?::([1-9]))?\}/g, (_, digits: string | undefined) =>
      String(sequence).padStart(Number(digits ?? 1), '0'),
    );
}
