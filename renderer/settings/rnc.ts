import { describeTaxId } from '#shared/rules/rnc.ts';

/** What a company's tax id gets told on the screen; a wrong check digit only warns. */
export function rncForm(text: string): 'right' | 'empty' | 'length' | 'check' {
  const { form, checks } = describeTaxId(text);
  if (form === 'blank') return 'empty';
  if (form === 'unknown') return 'length';
  return checks ? 'right' : 'check';
}
