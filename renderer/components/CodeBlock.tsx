import { Box } from './Box.tsx';
import { placeInBody, shows } from './field-anchors.ts';
import type { Span } from './json-text.ts';

type Props = {
  label: string;
  text: string;
  /** A highlighted part, and the field of the body that it is. */
  marked?: (Span & { inBody: string }) | null;
};

/** Unchanged text in the monospaced face; it scrolls within its own frame. */
export function CodeBlock({ label, text, marked = null }: Props) {
  return (
    <Box
      component="pre"
      role="group"
      aria-label={label}
      tabIndex={0}
      sx={{
        fontFamily: 'code',
        fontSize: 12,
        lineHeight: '18px',
        m: 0,
        p: 3,
        maxHeight: 480,
        overflow: 'auto',
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
        bgcolor: 'background.raised',
        border: 1,
        borderRadius: 1,
      }}
    >
      {marked === null ? (
        text
      ) : (
        <>
          {text.slice(0, marked.start)}
          <Box
            component="mark"
            {...shows(placeInBody(marked.inBody))}
            sx={{ color: 'inherit', background: 'transparent', borderRadius: 0.5 }}
          >
            {text.slice(marked.start, marked.end)}
          </Box>
          {text.slice(marked.end)}
        </>
      )}
    </Box>
  );
}
