import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { shows } from './places.ts';

/** Label and value pairs, as many columns as fit. */
export function Fields({ children }: { children: ReactNode }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(168px, 1fr))',
        columnGap: 5,
        rowGap: 3,
      }}
    >
      {children}
    </Box>
  );
}

type FieldProps = {
  label: string;
  wide?: boolean;
  /** Which fields of the body it shows (`places.ts`). */
  at?: string | readonly string[];
  children: ReactNode;
};

export function Field({ label, wide = false, at, children }: FieldProps) {
  return (
    <Box {...shows(at)} sx={wide ? { gridColumn: '1 / -1' } : { minWidth: 0 }}>
      <Typography component="dt" variant="caption">
        {label}
      </Typography>
      <Typography
        component="dd"
        variant="body2"
        sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
      >
        {children}
      </Typography>
    </Box>
  );
}

type SectionProps = {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
  id?: string;
  /** Which fields of the body it shows as a whole (`places.ts`). */
  at?: string | readonly string[];
};

/** A titled part of a detail; a thin line sets it off from the one above. */
export function Section(props: SectionProps) {
  return (
    <Box
      component="section"
      aria-label={props.title}
      id={props.id}
      {...shows(props.at)}
      sx={{ pl: 6, pr: ({ perito }) => perito.gutter, py: 4, borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mb: 2.5, minHeight: 24 }}>
        <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
          {props.title}
        </Typography>
        {props.aside}
      </Box>
      {props.children}
    </Box>
  );
}
