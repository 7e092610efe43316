import { type CSSObject, css } from '@emotion/react';
import type MuiBox from '@mui/material/Box';
import { type SxProps, type Theme, useTheme } from '@mui/material/styles';
import { type ElementType, type ReactNode, useInsertionEffect } from 'react';
import { styleCache } from '../app/theme/style-cache.ts';

type Props = {
  component?: ElementType;
  sx?: SxProps<Theme>;
  className?: string;
  children?: ReactNode;
};

/**
 * MUI's Box, whose class is looked up by what `sx` says. MUI's own resolves and serialises it anew at each drawing of each element,
 * which is half of what a list's rows cost; here that happens once for each style of a theme.
 */
// A component that takes any element's props can only be given its type.
export const Box = StyledElement as typeof MuiBox;

function StyledElement({ component: Element = 'div', sx, className, ...props }: Props) {
  const theme = useTheme();
  const style = sx === undefined || sx === null ? null : styleOf(sx, theme);
  const isTag = typeof Element === 'string';
  useInsertionEffect(() => {
    if (style !== null) insert(style, isTag);
  }, [style, isTag]);
  // What a component makes of a class may be to merge it with its own, for which it has to be known while it is drawn.
  if (style !== null && !isTag) register(style);
  const classes =
    style === null ? className : className ? `${className} ${style.className}` : style.className;
  return <Element {...props} {...(classes === undefined ? {} : { className: classes })} />;
}

interface Style {
  className: string;
  serialized: ReturnType<typeof css>;
}

const styles = new WeakMap<Theme, Map<string, Style>>();

function styleOf(sx: NonNullable<SxProps<Theme>>, theme: Theme): Style {
  let ofTheme = styles.get(theme);
  if (ofTheme === undefined) {
    ofTheme = new Map();
    styles.set(theme, ofTheme);
  }
  const key = keyOf(sx, theme);
  let style = ofTheme.get(key);
  if (style === undefined) {
    const serialized = css(theme.unstable_sx(sx) as CSSObject);
    style = { className: `${styleCache().key}-${serialized.name}`, serialized };
    ofTheme.set(key, style);
  }
  return style;
}

/** The same of values that style the same, and never of others: functions are asked, as `sx` asks them. */
function keyOf(value: unknown, theme: Theme): string {
  if (typeof value === 'string') return `'${value}\n`;
  if (typeof value === 'function') return keyOf(value(theme), theme);
  if (typeof value !== 'object' || value === null) return `${value}\n`;
  if (Array.isArray(value)) return `[${value.map((one) => keyOf(one, theme)).join('')}]`;
  let key = '{';
  for (const [name, inner] of Object.entries(value)) key += `${name}:${keyOf(inner, theme)}`;
  return `${key}}`;
}

function register({ className, serialized }: Style): void {
  styleCache().registered[className] ??= serialized.styles;
}

/** As Emotion inserts its own: the style, and what it refers to. */
function insert(style: Style, isTag: boolean): void {
  const cache = styleCache();
  if (!isTag) register(style);
  if (cache.inserted[style.serialized.name] !== undefined) return;
  for (let part: Style['serialized'] | undefined = style.serialized; part !== undefined; part = nextOf(part))
    cache.insert(part === style.serialized ? `.${style.className}` : '', part, cache.sheet, true);
}

const nextOf = (part: Style['serialized']): Style['serialized'] | undefined =>
  'next' in part ? (part.next as Style['serialized'] | undefined) : undefined;
