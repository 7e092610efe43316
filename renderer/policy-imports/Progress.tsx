import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** What is under way, how far it is, and how to end it. `share` is 0 to 1; null where the end is not known. */
export function Progress(props: {
  title: string;
  about?: string;
  said: string;
  share: number | null;
  children?: ReactNode;
}) {
  const { share } = props;
  return (
    <Box sx={{ p: 6, display: 'grid', gap: 3, maxWidth: 640 }}>
      <div>
        <Typography variant="h2">{props.title}</Typography>
        {props.about !== undefined && (
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
            {props.about}
          </Typography>
        )}
      </div>
      <LinearProgress
        aria-label={props.title}
        {...(share === null
          ? { variant: 'indeterminate' as const }
          : { variant: 'determinate' as const, value: Math.round(Math.min(1, share) * 100) })}
        sx={{ borderRadius: 1 }}
      />
      <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }} role="status">
        {props.said}
      </Typography>
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>{props.children}</Box>
    </Box>
  );
}
