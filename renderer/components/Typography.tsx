import type { SxProps, Theme } from '@mui/material/styles';
import type { ComponentPropsWithRef, ElementType } from 'react';
import { Box } from './Box.tsx';

type Variant = 'h1' | 'h2' | 'h3' | 'body1' | 'body2' | 'quiet' | 'caption';

type Props<Element extends ElementType> = {
  variant?: Variant;
  component?: Element;
  noWrap?: boolean;
  sx?: SxProps<Theme>;
} & Omit<ComponentPropsWithRef<Element>, 'color' | 'align'>;

const noWrapStyle = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** MUI's Typography, drawn as cheaply as a Box: a text in a face of the theme. */
export function Typography<Element extends ElementType = 'p'>({
  variant = 'body1',
  component,
  noWrap = false,
  sx,
  ...props
}: Props<Element>) {
  return (
    <Box
      component={component ?? elements[variant]}
      sx={[
        { m: 0, typography: variant },
        noWrap && noWrapStyle,
        ...(Array.isArray(sx) ? sx : sx === undefined ? [] : [sx]),
      ]}
      {...props}
    />
  );
}

const elements: Record<Variant, ElementType> = {
  ...{ h1: 'h1', h2: 'h2', h3: 'h3' },
  ...{ body1: 'p', body2: 'p', quiet: 'p', caption: 'span' },
};
