/**
 * The colours, sizes and faces of Perito, once. Red is for refusal and failure, amber for waiting, green for
 * delivered or matched; the accent is for what can be pressed.
 */
export type Tone = { main: string; soft: string; edge: string; contrast: string };

export type Scheme = {
  app: string;
  surface: string;
  raised: string;
  hover: string;
  selected: string;
  line: string;
  lineStrong: string;
  /** Over what a sheet in front keeps from being used. */
  shade: string;
  text: string;
  textQuiet: string;
  accent: Tone;
  refusal: Tone;
  waiting: Tone;
  matched: Tone;
  neutral: Tone;
};

export const light: Scheme = {
  app: '#f3f5f8',
  surface: '#ffffff',
  raised: '#f8fafc',
  hover: '#f1f4f8',
  selected: '#e8eefb',
  line: '#dde3ea',
  lineStrong: '#8794a6',
  shade: 'rgb(15 23 42 / 0.32)',
  text: '#0f172a',
  textQuiet: '#465468',
  accent: { main: '#1d4fd7', soft: '#e8eefb', edge: '#b8cbf6', contrast: '#ffffff' },
  refusal: { main: '#a8201a', soft: '#fdeeec', edge: '#f0bfba', contrast: '#ffffff' },
  waiting: { main: '#7a4300', soft: '#fff3dc', edge: '#eccf98', contrast: '#ffffff' },
  matched: { main: '#14593a', soft: '#e4f5eb', edge: '#a9d9bd', contrast: '#ffffff' },
  neutral: { main: '#3c4a5e', soft: '#edf1f5', edge: '#d2dae3', contrast: '#ffffff' },
};

export const dark: Scheme = {
  app: '#080c13',
  surface: '#0d131d',
  raised: '#121a26',
  hover: '#141d2a',
  selected: '#172642',
  line: '#212c3b',
  lineStrong: '#65758b',
  shade: 'rgb(0 0 0 / 0.6)',
  text: '#e8edf4',
  textQuiet: '#a9b6c7',
  accent: { main: '#86adff', soft: '#172642', edge: '#2f4a7d', contrast: '#071225' },
  refusal: { main: '#ff9d94', soft: '#331616', edge: '#6b2f2c', contrast: '#210605' },
  waiting: { main: '#f2bd6b', soft: '#2e2110', edge: '#644a20', contrast: '#231500' },
  matched: { main: '#7fd6a5', soft: '#0f2a1d', edge: '#2a5b42', contrast: '#03190e' },
  neutral: { main: '#b9c5d4', soft: '#19222f', edge: '#2e3b4d', contrast: '#0d131d' },
};

/**
 * Around photographs, in both themes: greys without a tint, so that nothing around a photo colours how it is judged. The
 * tones are those of the dark theme.
 */
export const darkroom: Scheme = {
  ...dark,
  app: '#0e0e0e',
  surface: '#181818',
  raised: '#202020',
  hover: '#2a2a2a',
  selected: '#333333',
  line: '#303030',
  lineStrong: '#777777',
  text: '#ededed',
  textQuiet: '#b5b5b5',
  neutral: { main: '#c8c8c8', soft: '#262626', edge: '#404040', contrast: '#181818' },
};

/** Marks beside a photo: seen on light paint and on dark shadow alike, by a bright line with a dark edge. */
export const marks = { line: '#ffd23f', edge: '#141414', chosen: '#ffffff' } as const;

/** A paper is white in every theme; what was found on it is drawn through, so that the letters stay readable. */
export const paper = {
  sheet: '#ffffff',
  found: 'rgb(255 204 51 / 0.45)',
  foundHere: 'rgb(234 108 0 / 0.5)',
} as const;

/** Pixels. */
export const sizes = {
  grid: 4,
  radius: 6,
  radiusLarge: 8,
  rail: 228,
  railNarrow: 60,
  topBar: 52,
  list: 384,
  /** Text runs no wider than this in a detail; photographs may. */
  measure: 1680,
  rowCompact: 36,
  rowComfortable: 44,
  /** A photo's tile at its narrowest; one in the strip below a photo; what is known of it beside it. */
  photoTile: 104,
  photoStrip: 76,
  photoPanel: 320,
  /** The rail of a paper's pages, and a page in it. */
  paperRail: 152,
  paperThumbnail: 104,
} as const;

export const faces = {
  text: "'Inter Variable', system-ui, 'Segoe UI', Roboto, sans-serif",
  code: "'JetBrains Mono Variable', ui-monospace, 'Cascadia Mono', Menlo, monospace",
} as const;

export const motion = { short: 120, standard: 160 } as const;
