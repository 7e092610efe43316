import type { ReactNode } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from './Box.tsx';
import { Code } from './Code.tsx';
import { shows } from './field-anchors.ts';
import { Typography } from './Typography.tsx';

/** Label and value pairs, as many columns as fit. */
export function Fields({ children }: { children: ReactNode }) {
  return (
    <Box
      component="dl"
      sx={{
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
  /** Which fields of the body it shows (`field-anchors.ts`). */
  at?: string | readonly string[];
  children: ReactNode;
};

export function Field({ label, wide = false, at, children }: FieldProps) {
  return (
    <Box {...shows(at)} sx={wide ? { gridColumn: '1 / -1' } : { minWidth: 0 }}>
      <Typography component="dt" variant="caption">
        {label}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {children}
      </Typography>
    </Box>
  );
}

type SectionProps = {
  title: string;
  /** Beside the title; a text is quiet there. */
  aside?: ReactNode;
  children: ReactNode;
  id?: string;
  /** Which fields of the body it shows as a whole (`field-anchors.ts`). */
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
      sx={{ pl: 6, pr: ({ perito }) => perito.gutter, py: 4, borderTop: 1 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mb: 2.5, minHeight: 24 }}>
        <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
          {props.title}
        </Typography>
        {typeof props.aside === 'string' ? (
          <Typography variant="caption">{props.aside}</Typography>
        ) : (
          props.aside
        )}
      </Box>
      {props.children}
    </Box>
  );
}

/** Two parts of a detail side by side where its pane is wide, one above the other where it is not. */
export function Columns({ wide, narrow }: { wide: ReactNode; narrow: ReactNode }) {
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          '@container (min-width: 600px)': {
            gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)',
            '& > :last-child': { borderLeft: 1 },
          },
        }}
      >
        <Box>{wide}</Box>
        <Box>{narrow}</Box>
      </Box>
    </Box>
  );
}

/** Collapsed data for system maintainers: identifiers, fingerprints, what a system said of a failure. */
export function TechnicalData({ title, children }: { title?: string; children: ReactNode }) {
  const { t } = useI18n();
  return (
    <Box component="details" sx={{ mt: 3 }}>
      <Box
        component="summary"
        sx={{
          typography: 'caption',
          cursor: 'pointer',
          width: 'fit-content',
          py: 0.5,
          '&:hover': { color: 'text.primary' },
        }}
      >
        {title ?? t('common.technicalData')}
      </Box>
      <Box sx={{ mt: 2 }}>{children}</Box>
    </Box>
  );
}

/** The technical name of an error, below its sentence; copied with one click. */
export function TechnicalDetail({ text }: { text: string }) {
  const { t } = useI18n();
  if (text === '') return null;
  return (
    <Typography variant="caption" component="p" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
      {t('common.technical')}: <Code value={text} label={t('common.technicalName')} />
    </Typography>
  );
}

/** What the system said, for whoever looks after the computer; collapsed, and copied with one click. */
export function SystemWords({ text }: { text: string }) {
  const { t } = useI18n();
  if (text === '') return null;
  return (
    <TechnicalData title={t('common.technical')}>
      <Code value={text} label={t('common.technicalName')} />
    </TechnicalData>
  );
}
