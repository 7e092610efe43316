import { Box } from './Box.tsx';

/** A key as it is printed on the keyboard; only drawn, the control itself carries `aria-keyshortcuts`. */
export function Kbd({ children, gap = false }: { children: string; gap?: boolean }) {
  return (
    <Box
      component="kbd"
      aria-hidden
      sx={{
        typography: 'caption',
        color: 'inherit',
        minWidth: 18,
        px: 1,
        ml: gap ? 2 : 0,
        textAlign: 'center',
        border: '1px solid currentColor',
        borderRadius: 1,
        opacity: 0.9,
      }}
    >
      {children}
    </Box>
  );
}
