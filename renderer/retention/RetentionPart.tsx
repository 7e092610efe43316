import { type ReactNode, useId } from 'react';
import { Box } from '../components/Box.tsx';
import { Typography } from '../components/Typography.tsx';

/** A titled part, set off from the one above. */
export function RetentionPart({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const titleId = useId();
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ display: 'grid', gap: 3, pt: 5, borderTop: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 4 }}>
        <Typography variant="h3" component="h2" id={titleId} sx={{ flex: 1 }}>
          {title}
        </Typography>
        {aside}
      </Box>
      {children}
    </Box>
  );
}
