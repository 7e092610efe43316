import type { ReactNode } from 'react';
import { Box } from '../components/Box.tsx';
import { Typography } from '../components/Typography.tsx';

/** A titled part of the connection's page. */
export function Part(props: {
  id: string;
  title: string;
  about?: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Box
      component="section"
      id={props.id}
      aria-labelledby={`${props.id}-title`}
      sx={{ display: 'grid', gap: 4, pt: 5, borderTop: 1 }}
    >
      <Box sx={{ display: 'flex', gap: 4, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1 }}>
          <Typography variant="h3" component="h2" id={`${props.id}-title`}>
            {props.title}
          </Typography>
          {props.about !== undefined && <Typography variant="caption">{props.about}</Typography>}
        </Box>
        {props.aside}
      </Box>
      {props.children}
    </Box>
  );
}
