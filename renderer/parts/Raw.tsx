import Box from '@mui/material/Box';

/** Text as it is, in the monospaced face, scrolled within its own frame. */
export function Raw({ label, text }: { label: string; text: string }) {
  return (
    <Box
      component="pre"
      role="group"
      aria-label={label}
      tabIndex={0}
      sx={(theme) => ({
        fontFamily: theme.perito.code,
        fontSize: 12,
        lineHeight: '18px',
        m: 0,
        p: 3,
        maxHeight: 480,
        overflow: 'auto',
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
        background: theme.perito.scheme.raised,
        border: `1px solid ${theme.perito.scheme.line}`,
        borderRadius: 1,
      })}
    >
      {text}
    </Box>
  );
}
