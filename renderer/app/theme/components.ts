import type { ThemeOptions } from '@mui/material/styles';
import { faces, type Scheme, sizes } from './tokens.ts';

/** MUI's parts in Perito's form: thin borders instead of shadows, one focus ring, no ripple. */
export function componentDefaults(scheme: Scheme, compact: boolean): NonNullable<ThemeOptions['components']> {
  const ring = { outline: `2px solid ${scheme.accent.main}`, outlineOffset: 1 };
  const control = compact ? 30 : 34;
  return {
    MuiCssBaseline: {
      styleOverrides: {
        'html, body, #root': { height: '100%' },
        body: {
          // Figures of one width stand where they are compared: this face's would also set hyphens apart in names.
          fontFeatureSettings: "'cv05', 'ss03'",
          // Without it words stand too close where a system draws letters on whole pixels.
          textRendering: 'geometricPrecision',
          overflow: 'hidden',
        },
        'a, button, [tabindex="0"]': { '&:focus-visible': ring },
        // Browsers do not let these inherit it, and their labels ran together.
        'button, input, select, textarea': { textRendering: 'inherit' },
        // Search fields have a button of their own to be emptied.
        'input[type="search"]::-webkit-search-cancel-button': { display: 'none' },
        '[tabindex="-1"]:focus': { outline: 'none' },
        // What somebody was led to.
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
      styleOverrides: { paper: { border: `1px solid ${scheme.line}`, borderRadius: sizes.radiusLarge } },
    },
    MuiDialog: {
      styleOverrides: { paper: { border: `1px solid ${scheme.line}`, borderRadius: sizes.radiusLarge } },
    },
    MuiBackdrop: { styleOverrides: { root: { background: scheme.shade } } },
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
    MuiChip: {
      styleOverrides: {
        root: { height: 22, borderRadius: sizes.radius, fontSize: 12, fontWeight: 500 },
        label: { paddingInline: 8 },
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
        multiline: { padding: '6px 10px', '& textarea': { padding: 0, height: 'auto' } },
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
        icon: { marginRight: 10, padding: '6px 0' },
        message: { padding: '4px 0' },
        action: { alignItems: 'center', padding: 0, paddingLeft: 12, marginRight: 0 },
      },
    },
    MuiSkeleton: {
      defaultProps: { animation: false, variant: 'rounded' },
      styleOverrides: { root: { background: scheme.hover } },
    },
    MuiLink: { defaultProps: { underline: 'hover' } },
    MuiTypography: { styleOverrides: { root: { '&.code': { fontFamily: faces.code } } } },
  };
}
