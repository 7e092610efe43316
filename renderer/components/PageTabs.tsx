import { Link } from '../app/Link.tsx';
import { Box } from './Box.tsx';

interface PageTabsProps {
  /** What the bar is called to whoever does not see it. */
  label: string;
  tabs: readonly { path: string; text: string; isCurrent: boolean }[];
  /** Where the bar reaches from edge to edge of its screen, its tabs stand in from them. */
  isFullWidth?: boolean;
}

/** The parts of one screen, each at an address of its own. */
export function PageTabs({ label, tabs, isFullWidth = false }: PageTabsProps) {
  return (
    <Box
      component="nav"
      aria-label={label}
      sx={{ display: 'flex', gap: 4, borderBottom: 1, flex: 'none', ...(isFullWidth && { px: 4, pt: 2 }) }}
    >
      {tabs.map(({ path, text, isCurrent }) => (
        <Box
          key={path}
          component={Link}
          href={path}
          {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
          sx={{
            typography: 'body2',
            py: 2,
            mb: '-1px',
            textDecoration: 'none',
            color: isCurrent ? 'text.primary' : 'text.secondary',
            fontWeight: isCurrent ? 600 : 500,
            borderBottom: '2px solid',
            borderColor: isCurrent ? 'primary.main' : 'transparent',
            '&:hover': { color: 'text.primary' },
          }}
        >
          {text}
        </Box>
      ))}
    </Box>
  );
}
