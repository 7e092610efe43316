import IconButton from '@mui/material/IconButton';
import { ArrowLeft, MousePointerClick } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../../app/Link.tsx';
import { useI18n } from '../../app/locale/i18n.ts';
import { Box } from '../Box.tsx';
import { EmptyState } from '../EmptyState.tsx';

/**
 * List and detail side by side; a narrow window shows only the open one. A table takes all the room while nothing is open;
 * beside it the detail opens where the window is wide, else over it.
 */
export function ListDetailLayout({
  open,
  list,
  detail,
  isTable = false,
}: {
  open: boolean;
  list: ReactNode;
  detail: ReactNode;
  isTable?: boolean;
}) {
  return (
    <Box
      {...(isTable ? { 'data-layout': 'table' } : {})}
      sx={{ display: 'flex', height: '100%', minWidth: 0, position: 'relative' }}
    >
      <Box
        data-pane="list"
        sx={(theme) => ({
          minHeight: 0,
          display: 'flex',
          flexDirection: 'column',
          bgcolor: 'background.paper',
          ...(isTable
            ? {
                flex: 1,
                minWidth: 0,
                // It keeps its place, and what was scrolled.
                [theme.breakpoints.down(besideTable)]: { visibility: open ? 'hidden' : 'visible' },
              }
            : {
                width: `clamp(${theme.perito.sizes.list}px, 18%, ${theme.perito.sizes.listWidest}px)`,
                flex: 'none',
                borderRight: 1,
                [theme.breakpoints.down('md')]: {
                  width: '100%',
                  display: open ? 'none' : 'flex',
                  borderRight: 0,
                },
              }),
        })}
      >
        {list}
      </Box>
      <Box
        data-pane="detail"
        {...(open ? { 'data-open': '' } : {})}
        tabIndex={-1}
        sx={(theme) => ({
          minWidth: 0,
          minHeight: 0,
          flexDirection: 'column',
          bgcolor: 'background.paper',
          ...(isTable
            ? {
                display: open ? 'flex' : 'none',
                flex: 'none',
                // At 1920 the table beside it shows its amounts, and this the taxes of its lines.
                width: 'clamp(720px, 51%, 1280px)',
                borderLeft: 1,
                [theme.breakpoints.down(besideTable)]: {
                  position: 'absolute',
                  inset: 0,
                  width: 'auto',
                  borderLeft: 0,
                },
              }
            : {
                display: 'flex',
                flex: 1,
                [theme.breakpoints.down('md')]: { display: open ? 'flex' : 'none' },
              }),
        })}
      >
        {detail}
      </Box>
    </Box>
  );
}

/** From this width of the window on a detail has its place beside a table. */
const besideTable = 'xl';

/** The part of a pane that scrolls. Focusable, so that it scrolls by keyboard too. */
export function ScrollRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box
      role="region"
      aria-label={label}
      tabIndex={0}
      // What is placed in it, such as words for screen readers alone, scrolls with it and makes the page no longer.
      sx={{ flex: 1, minHeight: 0, overflowY: 'auto', outlineOffset: -2, position: 'relative' }}
    >
      {children}
    </Box>
  );
}

/** Back to the list, where the window is too narrow for both. */
export function BackButton({ href }: { href: string }) {
  const { t } = useI18n();
  return (
    <IconButton
      component={Link}
      href={href}
      aria-label={t('records.detail.back')}
      sx={(theme) => ({
        [theme.breakpoints.up('md')]: { '&:not([data-layout="table"] *)': { display: 'none' } },
        [theme.breakpoints.up(besideTable)]: { display: 'none' },
      })}
    >
      <ArrowLeft size={18} />
    </IconButton>
  );
}

/** The head of a detail with its way back to the list; it keeps its place while the rest scrolls. */
export function DetailHeader({ back, sx, children }: DetailHeaderProps) {
  return (
    <Box
      sx={{
        pl: 6,
        pr: ({ perito }) => perito.gutter,
        pt: 4,
        pb: 4,
        flex: 'none',
        display: 'flex',
        gap: 3,
        alignItems: 'flex-start',
        ...sx,
      }}
    >
      <BackButton href={back} />
      {children}
    </Box>
  );
}

type DetailHeaderProps = {
  back: string;
  sx?: { pb?: number; alignItems?: 'center' | 'stretch' };
  children: ReactNode;
};

/** The detail's place while nothing is open; it stays quiet where there is nothing to open either. */
export function NoSelection({ rows }: { rows: number }) {
  const { t } = useI18n();
  return rows === 0 ? null : <EmptyState icon={MousePointerClick} title={t('common.choose')} />;
}
