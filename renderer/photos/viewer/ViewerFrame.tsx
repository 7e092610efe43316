import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Head above, strip below, between them the photo and, where it is wanted, what is known of it. */
export function ViewerFrame(props: { head: ReactNode; stage: ReactNode; side: ReactNode; strip: ReactNode }) {
  return (
    <>
      {props.head}
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex' }}>
        <Box sx={{ flex: 1, minWidth: 0, position: 'relative' }}>{props.stage}</Box>
        {props.side}
      </Box>
      {props.strip}
    </>
  );
}
