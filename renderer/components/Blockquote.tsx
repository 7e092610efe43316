import type { ReactNode } from 'react';
import { Box } from './Box.tsx';
import { Typography } from './Typography.tsx';

type Props = {
  /** The source of the quotation, as an introduction. */
  source: string;
  /** The language of the quotation, where it is known. */
  lang?: string;
  children: ReactNode;
};

/** Words of another party, unchanged, set off below the name of their source. */
export function Blockquote({ source, lang, children }: Props) {
  return (
    <Box component="figure" sx={{ mt: 1 }}>
      <Typography component="figcaption" variant="caption">
        {source}
      </Typography>
      <Box
        component="blockquote"
        lang={lang}
        sx={{
          typography: 'body2',
          mt: 1,
          pl: 3,
          borderLeft: 2,
          borderColor: 'lineStrong',
          overflowWrap: 'anywhere',
        }}
      >
        {children}
      </Box>
    </Box>
  );
}
