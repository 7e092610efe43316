/** Perito's colours, sizes and typefaces, and MUI's components drawn with them. */
import { type CSSProperties, createTheme, type Theme, type ThemeOptions } from '@mui/material/styles';

/**
 * The colours, sizes and faces of Perito, once. Red is for refusal and failure, amber for waiting, green for
 * delivered or matched; the accent is for what can be pressed; violet is for an archive, which nobody changes.
 */
type Tone = { main: string; soft: string; edge: string; contrast: string };

type Tones = Record<'refusal' | 'waiting' | 'matched' | 'neutral' | 'accent' | 'archive', Tone>;

type Scheme = Tones & {
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
  /** Of charts, in the order of their series: none says refused, waiting or matched. Patterns tell them apart as well. */
  series: readonly string[];
};

const light: Scheme = {
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
  series: ['#1d4fd7', '#475569', '#0e7490', '#8a4a72', '#4f6bd8', '#64748b'],
  accent: { main: '#1d4fd7', soft: '#e8eefb', edge: '#b8cbf6', contrast: '#ffffff' },
  refusal: { main: '#a8201a', soft: '#fdeeec', edge: '#f0bfba', contrast: '#ffffff' },
  waiting: { main: '#7a4300', soft: '#fff3dc', edge: '#eccf98', contrast: '#ffffff' },
  matched: { main: '#14593a', soft: '#e4f5eb', edge: '#a9d9bd', contrast: '#ffffff' },
  neutral: { main: '#3c4a5e', soft: '#edf1f5', edge: '#d2dae3', contrast: '#ffffff' },
  archive: { main: '#5b2a91', soft: '#f1e8fb', edge: '#cdb4ea', contrast: '#ffffff' },
};

const dark: Scheme = {
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
  series: ['#86adff', '#b9c5d4', '#5cc4d8', '#d8a0c0', '#6f8fe8', '#8fa0b5'],
  accent: { main: '#86adff', soft: '#172642', edge: '#2f4a7d', contrast: '#071225' },
  refusal: { main: '#ff9d94', soft: '#331616', edge: '#6b2f2c', contrast: '#210605' },
  waiting: { main: '#f2bd6b', soft: '#2e2110', edge: '#644a20', contrast: '#231500' },
  matched: { main: '#7fd6a5', soft: '#0f2a1d', edge: '#2a5b42', contrast: '#03190e' },
  neutral: { main: '#b9c5d4', soft: '#19222f', edge: '#2e3b4d', contrast: '#0d131d' },
  archive: { main: '#cfb0f7', soft: '#261a38', edge: '#54407a', contrast: '#180b2a' },
};

/**
 * Around photographs, in both themes: greys without a tint, so that nothing around a photo colours how it is judged. The
 * tones are those of the dark theme.
 */
const darkroom: Scheme = {
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

/** Annotations on a photo: seen on light paint and on dark shadow alike, by a bright line with a dark edge. */
const annotations = { line: '#ffd23f', edge: '#141414', chosen: '#ffffff' } as const;

/** A document page is white in every theme; matches are translucent, so that their letters stay readable. */
export const documentPage = {
  sheet: '#ffffff',
  found: 'rgb(255 204 51 / 0.45)',
  foundHere: 'rgb(234 108 0 / 0.5)',
} as const;

/** Pixels. */
const sizes = {
  grid: 4,
  radius: 6,
  radiusLarge: 8,
  rail: 228,
  railNarrow: 60,
  topBar: 52,
  list: 384,
  /** Of a wide display a list takes a part of this width at the most. */
  listWidest: 560,
  /** A detail is no wider than this until less than four fifths of its pane would be taken; photographs may be. */
  measure: 1680,
  rowCompact: 36,
  rowComfortable: 44,
  /** A photo's tile at its narrowest; one in the strip below a photo; what is known of it beside it. */
  photoTile: 104,
  photoStrip: 76,
  photoPanel: 320,
  /** The rail of a document, and a page in it. */
  thumbnailRail: 152,
  pageThumbnail: 104,
} as const;

const faces = {
  text: "'Inter Variable', system-ui, 'Segoe UI', Roboto, sans-serif",
  code: "'JetBrains Mono Variable', ui-monospace, 'Cascadia Mono', Menlo, monospace",
} as const;

export const motion = { short: 120, standard: 160 } as const;

type Density = 'compact' | 'comfortable';

/** The theme values of Perito that MUI has no place for. */
type PeritoTheme = {
  scheme: Scheme;
  annotations: typeof annotations;
  sizes: typeof sizes & { row: number; listRow: number; cell: number };
  density: Density;
  /** The right padding of a block of a detail: what is beyond the measure stays empty. */
  gutter: string;
  /** Of what stands alone in a pane, by the same rule. */
  widest: string;
};

declare module '@mui/material/styles' {
  interface Theme {
    perito: PeritoTheme;
  }
  interface ThemeOptions {
    perito: PeritoTheme;
    borders: readonly (string | number)[];
  }
  interface TypeBackground {
    raised: string;
  }
  interface PaletteOptions extends Tones {
    lineStrong: string;
  }
  interface TypographyVariants {
    /** The face of codes, in `sx` as `fontFamily: 'code'`. */
    code: string;
    quiet: CSSProperties;
  }
  interface TypographyVariantsOptions {
    code: string;
    /** Text of a body that says less than what stands beside it. */
    quiet: CSSProperties;
  }
}

const paletteColor = (tone: Tone) => ({
  main: tone.main,
  light: tone.soft,
  dark: tone.edge,
  contrastText: tone.contrast,
});

const schemes = { light, dark, darkroom };

/** `perito.sizes.row` is a table row and `listRow` a two-line row of a list, both in pixels. */
export function makeTheme(colorScheme: keyof typeof schemes, density: Density): Theme {
  const scheme = schemes[colorScheme];
  const compact = density === 'compact';
  return createTheme({
    perito: {
      scheme,
      annotations,
      density,
      gutter: `max(${6 * sizes.grid}px, min(calc(100% - ${sizes.measure}px), 18%))`,
      widest: `max(${sizes.measure}px, 82%)`,
      sizes: {
        ...sizes,
        row: compact ? sizes.rowCompact : sizes.rowComfortable,
        listRow: compact ? 56 : 68,
        cell: compact ? 8 : 12,
      },
    },
    // Below `md` list and detail take turns; below `lg` the rail keeps its icons only.
    breakpoints: { values: { xs: 0, sm: 600, md: 1024, lg: 1200, xl: 1536 } },
    spacing: sizes.grid,
    shape: { borderRadius: sizes.radius },
    // What `border: 1` in `sx` draws.
    borders: [0, `1px solid ${scheme.line}`],
    palette: {
      mode: colorScheme === 'light' ? 'light' : 'dark',
      background: { default: scheme.app, paper: scheme.surface, raised: scheme.raised },
      text: { primary: scheme.text, secondary: scheme.textQuiet, disabled: scheme.textQuiet },
      divider: scheme.line,
      lineStrong: scheme.lineStrong,
      refusal: scheme.refusal,
      waiting: scheme.waiting,
      matched: scheme.matched,
      neutral: scheme.neutral,
      accent: scheme.accent,
      archive: scheme.archive,
      primary: { ...paletteColor(scheme.accent), dark: scheme.accent.main },
      error: { ...paletteColor(scheme.refusal), dark: scheme.refusal.main },
      warning: paletteColor(scheme.waiting),
      success: paletteColor(scheme.matched),
      info: paletteColor(scheme.neutral),
      action: { hover: scheme.hover, selected: scheme.selected, focus: scheme.selected },
    },
    typography: {
      fontFamily: faces.text,
      code: faces.code,
      fontSize: 14,
      htmlFontSize: 16,
      h1: { fontSize: 20, lineHeight: '28px', fontWeight: 600, letterSpacing: '-0.01em' },
      h2: { fontSize: 16, lineHeight: '24px', fontWeight: 600, letterSpacing: '-0.005em' },
      h3: { fontSize: 14, lineHeight: '20px', fontWeight: 600, letterSpacing: 0 },
      body1: { fontSize: 14, lineHeight: '20px', letterSpacing: '-0.006em' },
      body2: { fontSize: 13, lineHeight: '20px', letterSpacing: '-0.006em' },
      quiet: { fontSize: 13, lineHeight: '20px', letterSpacing: '-0.006em', color: scheme.textQuiet },
      caption: { fontSize: 12, lineHeight: '16px', letterSpacing: 0, color: scheme.textQuiet },
      button: {
        fontSize: 13,
        lineHeight: '20px',
        fontWeight: 550,
        letterSpacing: '-0.006em',
        textTransform: 'none',
      },
    },
    transitions: {
      duration: {
        shortest: motion.short,
        shorter: motion.short,
        short: motion.short,
        standard: motion.standard,
        complex: motion.standard,
        enteringScreen: motion.standard,
        leavingScreen: motion.short,
      },
    },
    components: componentDefaults(scheme, compact),
  });
}

/** MUI's parts in Perito's form: thin borders instead of shadows, one focus ring, no ripple. */
function componentDefaults(scheme: Scheme, compact: boolean): NonNullable<ThemeOptions['components']> {
  const ring = { outline: `2px solid ${scheme.accent.main}`, outlineOffset: 1 };
  const control = compact ? 30 : 34;
  // What is closed is gone: it would have the next key.
  const opening = { enter: motion.short, exit: 0 };
  return {
    MuiCssBaseline: {
      styleOverrides: {
        'html, body, #root': { height: '100%' },
        'ul, ol, dl, dd, figure, blockquote': { margin: 0 },
        'ul, ol': { padding: 0, listStyle: 'none' },
        body: {
          // Figures of one width stand where they are compared: this face's would also set hyphens apart in names.
          fontFeatureSettings: "'cv05', 'ss03'",
          // Without it words stand too close where a system draws letters on whole pixels.
          textRendering: 'geometricPrecision',
          overflow: 'hidden',
        },
        'a, button, summary, [tabindex="0"]': { '&:focus-visible': ring },
        // Browsers do not let these inherit it, and their labels ran together.
        'button, input, select, textarea': { textRendering: 'inherit' },
        // Search fields have a button of their own to be emptied.
        'input[type="search"]::-webkit-search-cancel-button': { display: 'none' },
        '[tabindex="-1"]:focus': { outline: 'none' },
        // The element that a link led to.
        '[data-lit], [data-lit]:focus': {
          ...ring,
          outlineOffset: 3,
          background: scheme.selected,
          boxShadow: `0 0 0 4px ${scheme.selected}`,
        },
        // A cell has room of its own, and a section reaches to the edges.
        'td[data-lit], tr[data-lit], section[data-lit]': {
          outlineOffset: '-2px !important',
          boxShadow: 'none !important',
        },
        'time, [role="timer"]': { fontVariantNumeric: 'tabular-nums' },
        '::selection': { background: scheme.accent.edge },
        '*': { scrollbarWidth: 'thin', scrollbarColor: `${scheme.lineStrong} transparent` },
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': { transitionDuration: '0ms !important', animation: 'none !important' },
        },
        '@media print': { body: { overflow: 'visible' } },
      },
    },
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: { root: { '&.Mui-focusVisible': ring } },
    },
    MuiButton: {
      defaultProps: { disableElevation: true, variant: 'outlined', color: 'primary' },
      styleOverrides: {
        root: {
          minHeight: control,
          paddingInline: 12,
          paddingBlock: 2,
          whiteSpace: 'nowrap',
          '&.Mui-disabled': { color: scheme.textQuiet, borderColor: scheme.line },
        },
        outlined: { borderColor: scheme.line, '&:hover': { borderColor: scheme.lineStrong } },
        contained: { '&.Mui-disabled': { background: scheme.raised, border: `1px solid ${scheme.line}` } },
        startIcon: { marginRight: 6 },
      },
    },
    MuiIconButton: {
      styleOverrides: { root: { borderRadius: sizes.radius, padding: 6, color: scheme.textQuiet } },
    },
    MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiPopover: {
      defaultProps: { transitionDuration: opening },
      styleOverrides: { paper: { border: `1px solid ${scheme.line}`, borderRadius: sizes.radiusLarge } },
    },
    MuiMenu: { defaultProps: { transitionDuration: opening } },
    MuiDialog: {
      defaultProps: { transitionDuration: opening },
      styleOverrides: { paper: { border: `1px solid ${scheme.line}`, borderRadius: sizes.radiusLarge } },
    },
    MuiBackdrop: {
      // What a menu opens over stays in sight.
      styleOverrides: { root: { background: scheme.shade }, invisible: { background: 'transparent' } },
    },
    MuiTooltip: {
      // What a tooltip says comes beside the name of its child, never in its place.
      defaultProps: { enterDelay: 350, describeChild: true },
      styleOverrides: {
        tooltip: {
          background: scheme.text,
          color: scheme.surface,
          fontSize: 12,
          lineHeight: '16px',
          padding: '4px 8px',
        },
      },
    },
    MuiOutlinedInput: {
      styleOverrides: {
        root: {
          minHeight: control,
          background: scheme.surface,
          fontSize: 14,
          letterSpacing: 0,
          '& .MuiOutlinedInput-notchedOutline': { borderColor: scheme.lineStrong },
          '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderWidth: 2 },
        },
        input: { padding: '5px 10px', height: 20 },
        multiline: { padding: '6px 10px', '& textarea': { padding: 0, height: 'auto', resize: 'none' } },
      },
    },
    MuiInputBase: {
      styleOverrides: { input: { '&::placeholder': { color: scheme.textQuiet, opacity: 1 } } },
    },
    MuiSelect: { styleOverrides: { select: { minHeight: '20px', paddingBlock: 5 } } },
    MuiMenuItem: { styleOverrides: { root: { fontSize: 13, minHeight: 32, whiteSpace: 'normal' } } },
    MuiFormHelperText: {
      styleOverrides: {
        root: { marginInline: 0, fontSize: 12, lineHeight: '16px', color: scheme.textQuiet },
      },
    },
    MuiToggleButton: {
      styleOverrides: {
        root: {
          minHeight: 28,
          padding: '2px 10px',
          fontSize: 13,
          lineHeight: '20px',
          fontWeight: 500,
          color: scheme.textQuiet,
          borderColor: scheme.line,
          '&.Mui-selected, &.Mui-selected:hover': { background: scheme.selected, color: scheme.text },
        },
      },
    },
    MuiTableCell: {
      styleOverrides: {
        root: {
          fontSize: 13,
          lineHeight: '20px',
          letterSpacing: 0,
          fontVariantNumeric: 'tabular-nums',
          padding: compact ? '7px 8px' : '11px 10px',
          borderColor: scheme.line,
          verticalAlign: 'top',
        },
        head: {
          fontSize: 12,
          lineHeight: '16px',
          fontWeight: 500,
          color: scheme.textQuiet,
          whiteSpace: 'nowrap',
          paddingBlock: 6,
          verticalAlign: 'bottom',
        },
      },
    },
    MuiAlert: {
      styleOverrides: {
        root: {
          borderRadius: sizes.radius,
          padding: '4px 12px',
          fontSize: 13,
          lineHeight: '20px',
          border: '1px solid',
          color: scheme.text,
          variants: (
            [
              ['error', scheme.refusal],
              ['warning', scheme.waiting],
              ['success', scheme.matched],
              ['info', scheme.neutral],
            ] as const
          ).map(([severity, tone]) => ({
            props: { severity },
            style: { background: tone.soft, color: scheme.text, borderColor: tone.edge },
          })),
        },
        // As high as the first line, whatever its size.
        icon: { marginRight: 10, padding: 0, height: 28, alignItems: 'center', fontSize: 20 },
        // The outline of what stands at its edge is not cut off.
        message: { padding: '4px 0', overflow: 'visible' },
        action: { alignItems: 'center', padding: 0, paddingLeft: 12, marginRight: 0 },
      },
    },
    MuiSkeleton: {
      defaultProps: { animation: false, variant: 'rounded' },
      styleOverrides: { root: { background: scheme.hover } },
    },
    MuiLink: { defaultProps: { underline: 'hover' } },
  };
}
