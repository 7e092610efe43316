import { useState } from 'react';
import { describeTaxId } from '#shared/rules/rnc.ts';

/** What a company's tax id gets told on the screen; a wrong check digit only warns. */
export function rncForm(text: string): 'right' | 'empty' | 'length' | 'check' {
  const { form, checks } = describeTaxId(text);
  if (form === 'blank') return 'empty';
  if (form === 'unknown') return 'length';
  return checks ? 'right' : 'check';
}

/**
 * Asks once before an odd RNC is kept: `keep` runs what it is given, unless the RNC is odd, new, and was not said to be
 * yet; then `isAsked` is true until it is written otherwise.
 */
export function useOddRnc(taxId: string, kept: string) {
  const [told, setTold] = useState<string | null>(null);
  const form = rncForm(taxId);
  const isOdd = (form === 'length' || form === 'check') && taxId.trim() !== kept;
  return {
    isAsked: isOdd && told === taxId,
    keep(save: () => void) {
      if (isOdd && told !== taxId) setTold(taxId);
      else save();
    },
  };
}
