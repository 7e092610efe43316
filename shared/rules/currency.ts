/**
 * The ISO 4217 code that a document's currency stands for. Orders carry none and count as pesos, and so does a
 * document that says nothing; "RD$" is how pesos are often written. Anything else stays as it came, in capitals.
 */
export function currencyCode(text: string | null): string {
  const code = (text ?? '').trim().toUpperCase();
  return code === '' || code === 'RD$' || code === 'RD' ? 'DOP' : code;
}
