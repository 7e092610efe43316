import type { MarkedText as Marked } from '#shared/contract/search.ts';
import { Box } from '../components/Box.tsx';

/** A text with what was found in it marked. */
export function MarkedText({ text, ranges }: Marked) {
  const starts = [0, ...ranges.map(([, to]) => to)];
  return (
    <>
      {starts.map((from, index) => {
        const range = ranges[index];
        return (
          <span key={from}>
            {text.slice(from, range?.[0])}
            {range !== undefined && (
              <Box
                component="mark"
                sx={{
                  bgcolor: 'transparent',
                  color: 'text.primary',
                  fontWeight: 700,
                  textDecoration: 'underline',
                }}
              >
                {text.slice(range[0], range[1])}
              </Box>
            )}
          </span>
        );
      })}
    </>
  );
}
