import Box from '@mui/material/Box';
import { createContext, type KeyboardEvent, type ReactNode, use, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { focusDetail, focusWhenThere, isInList } from '../app/keys/focus.ts';

/** Whether a row is the one at which Tab enters its list; null where nobody says, and the open row is. */
export const TabStop = createContext<boolean | null>(null);

/**
 * A two-line row of a list that opens its detail. `loud` marks what nobody has attended to. Enter goes into the detail,
 * and the focus follows the row that is open while it is in the list.
 */
export function RowLink(props: { href: string; selected: boolean; loud: boolean; children: ReactNode }) {
  const { selected } = props;
  const isTabStop = use(TabStop) ?? selected;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (selected && isInList()) link.current?.focus({ preventScroll: true });
  }, [selected]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (selected) focusDetail();
    else {
      link.current?.click();
      focusWhenThere('detail');
    }
  };
  return (
    <Box
      component={Link}
      ref={link}
      href={props.href}
      data-row=""
      tabIndex={isTabStop ? 0 : -1}
      onKeyDown={onKeyDown}
      {...(selected ? { 'aria-current': 'true' as const } : {})}
      sx={(theme) => ({
        ...theme.typography.body2,
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'center',
        gap: 0.5,
        height: '100%',
        px: 4,
        position: 'relative',
        color: 'text.primary',
        textDecoration: 'none',
        borderBottom: `1px solid ${theme.perito.scheme.line}`,
        background: selected ? theme.perito.scheme.selected : 'transparent',
        transition: theme.transitions.create('background-color', { duration: 120 }),
        '&:hover': { background: selected ? theme.perito.scheme.selected : theme.perito.scheme.hover },
        '&:focus-visible': { outlineOffset: '-2px !important' },
        '&::before': {
          content: '""',
          position: 'absolute',
          left: 5,
          top: '50%',
          width: 6,
          height: 6,
          mt: '-3px',
          borderRadius: '50%',
          background: props.loud ? theme.perito.scheme.accent.main : 'transparent',
        },
        '& .first': {
          display: 'flex',
          gap: 3,
          alignItems: 'baseline',
          fontWeight: props.loud ? 600 : 400,
          minWidth: 0,
        },
        '& .second': {
          display: 'flex',
          gap: 2,
          alignItems: 'center',
          color: 'text.secondary',
          fontSize: 12,
          lineHeight: '20px',
          minWidth: 0,
        },
        '& .sign': { display: 'inline-flex', alignItems: 'center', gap: 1, flex: 'none' },
        // Left out of a narrow list, where it would leave no room for whom the row is of.
        containerType: 'inline-size',
        '@container (max-width: 420px)': { '& .spare': { display: 'none' } },
        '& .grow': {
          flex: 1,
          minWidth: 0,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
        },
      })}
    >
      {props.children}
    </Box>
  );
}

/** Read only by those who hear the screen. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return (
    <Box
      component="span"
      sx={{
        position: 'absolute',
        width: '1px',
        height: '1px',
        overflow: 'hidden',
        clipPath: 'inset(50%)',
        whiteSpace: 'nowrap',
      }}
    >
      {children}
    </Box>
  );
}
