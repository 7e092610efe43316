/** Limits of the contract: codes of one incident type, and letters of one code. */
const codesLimit = 50;
const codeLength = 40;

/** Codes as a person lists them: by commas, semicolons or lines; each once, in the order given. */
export const codesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map((code) => code.trim())
      .filter((code) => code !== ''),
  ),
];

export function codesFault(text: string): 'tooMany' | 'tooLong' | null {
  const codes = codesOf(text);
  if (codes.length > codesLimit) return 'tooMany';
  return codes.some((code) => code.length > codeLength) ? 'tooLong' : null;
}
