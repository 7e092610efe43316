import { createTheme, type Theme } from '@mui/material/styles';
import { componentDefaults } from './components.ts';
import { dark, darkroom, faces, light, marks, motion, type Scheme, sizes, type Tone } from './tokens.ts';

export type Density = 'compact' | 'comfortable';

/** What Perito's theme knows beyond MUI's own. */
type PeritoTheme = {
  scheme: Scheme;
  marks: typeof marks;
  sizes: typeof sizes & { row: number; listRow: number; cell: number };
  code: string;
  density: Density;
  /** The right padding of a block of a detail: what is beyond the measure stays empty. */
  gutter: string;
};

declare module '@mui/material/styles' {
  interface Theme {
    perito: PeritoTheme;
  }
  interface ThemeOptions {
    perito: PeritoTheme;
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
export function makeTheme(look: keyof typeof schemes, density: Density): Theme {
  const scheme = schemes[look];
  const compact = density === 'compact';
  return createTheme({
    perito: {
      scheme,
      marks,
      code: faces.code,
      density,
      gutter: `max(${6 * sizes.grid}px, calc(100% - ${sizes.measure}px))`,
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
    palette: {
      mode: look === 'light' ? 'light' : 'dark',
      background: { default: scheme.app, paper: scheme.surface },
      text: { primary: scheme.text, secondary: scheme.textQuiet, disabled: scheme.textQuiet },
      divider: scheme.line,
      primary: { ...paletteColor(scheme.accent), dark: scheme.accent.main },
      error: { ...paletteColor(scheme.refusal), dark: scheme.refusal.main },
      warning: paletteColor(scheme.waiting),
      success: paletteColor(scheme.matched),
      info: paletteColor(scheme.neutral),
      action: { hover: scheme.hover, selected: scheme.selected, focus: scheme.selected },
    },
    typography: {
      fontFamily: faces.text,
      fontSize: 14,
      htmlFontSize: 16,
      h1: { fontSize: 20, lineHeight: '28px', fontWeight: 600, letterSpacing: '-0.01em' },
      h2: { fontSize: 16, lineHeight: '24px', fontWeight: 600, letterSpacing: '-0.005em' },
      h3: { fontSize: 14, lineHeight: '20px', fontWeight: 600, letterSpacing: 0 },
      body1: { fontSize: 14, lineHeight: '20px', letterSpacing: '-0.006em' },
      body2: { fontSize: 13, lineHeight: '20px', letterSpacing: '-0.006em' },
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
