import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useI18n } from '../app/locale/i18n.ts';

type Props = {
  title: string;
  count?: number;
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A part of what is seen at once: its name, how much there is of it, and what can be done with it. */
export function DossierPart(props: Props) {
  const { format } = useI18n();
  return (
    <Box component="section" aria-label={props.title} className={props.className ?? ''} sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, mb: 1 }}>
        <Typography variant="h3" component="h2">
          {props.title}
        </Typography>
        <Typography component="span" variant="caption" sx={{ flex: 1 }}>
          {props.count !== undefined && props.count > 0 && format.count(props.count)}
        </Typography>
        {props.aside}
      </Box>
      {props.children}
    </Box>
  );
}
