/** In the order in which they say it: each of the first says that it is the next as well. */
const browsers: readonly (readonly [name: string, said: RegExp])[] = [
  ['Perito', /\bElectron\//],
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\bFirefox\//],
  ['Chrome', /\b(?:Headless)?Chrome\//],
  ['Safari', /\bSafari\//],
];
const systems: readonly (readonly [name: string, said: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** What a browser says it is, in two words: `Chrome · Windows`; null where it says neither. */
export function browserIn(agent: string | null): string | null {
  if (agent === null) return null;
  const nameIn = (known: typeof browsers) => known.find(([, said]) => said.test(agent))?.[0];
  const words = [nameIn(browsers), nameIn(systems)].filter((word) => word !== undefined);
  return words.length === 0 ? null : words.join(' · ');
}
