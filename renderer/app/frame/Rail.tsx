import IconButton from '@mui/material/IconButton';
import { Keyboard, type LucideIcon } from 'lucide-react';
import { OpenArchive } from '../../archives/OpenArchive.tsx';
import { Box } from '../../components/Box.tsx';
import { Tooltip } from '../../components/Tooltip.tsx';
import { VisuallyHidden } from '../../components/VisuallyHidden.tsx';
import { useInboxCount } from '../../inbox/useInbox.ts';
import { useOfPath } from '../hash-location.ts';
import { Link } from '../Link.tsx';
import { useConnectionState } from '../live/connection-state.ts';
import { useI18n } from '../locale/i18n.ts';
import { Acts } from '../read-only.tsx';
import { useStatus } from '../status.ts';
import { firstPath, navItemsOf } from './nav-items.ts';
import { panelCauseOf } from './panel-cause.ts';
import { Snackbar, useWideRail } from './Snackbar.tsx';

/** The sections, each with the count of its pending work. */
export function Rail({ onKeys }: { onKeys: () => void }) {
  const { t } = useI18n();
  const status = useStatus();
  // Without a database nobody knows what waits.
  const isKnown = useConnectionState((link) => panelCauseOf(link.away) === null);
  const counted = isKnown ? status.data : undefined;
  const inbox = useInboxCount();
  const isWide = useWideRail();
  return (
    <Box
      component="nav"
      aria-label={t('frame.rail.label')}
      sx={(theme) => ({
        width: theme.perito.sizes.rail,
        flex: 'none',
        display: 'flex',
        flexDirection: 'column',
        borderRight: 1,
        bgcolor: 'background.default',
        [theme.breakpoints.down('lg')]: { width: theme.perito.sizes.railNarrow },
      })}
    >
      <Box
        component={Link}
        href={firstPath()}
        sx={(theme) => ({
          height: theme.perito.sizes.topBar,
          flex: 'none',
          display: 'flex',
          alignItems: 'center',
          gap: 2.5,
          px: 4.5,
          color: 'text.primary',
          textDecoration: 'none',
          typography: 'h2',
          [theme.breakpoints.down('lg')]: { px: 0, justifyContent: 'center', '& span': { display: 'none' } },
        })}
        aria-label={t('frame.product')}
      >
        <img src="./mark.svg" width={22} height={22} alt="" />
        <span>{t('frame.product')}</span>
      </Box>
      {/* A low window, or one that is enlarged, scrolls the sections. */}
      <Box
        component="ul"
        sx={{ p: 2, display: 'grid', gap: 0.5, minHeight: 0, overflowY: 'auto', flex: '0 1 auto' }}
      >
        {navItemsOf(status.data?.archive).map((place) => (
          <li key={place.path}>
            <RailLink
              path={place.path}
              label={t(`frame.rail.${place.label}`)}
              icon={place.icon}
              keys={`g ${place.letter}`}
              count={counted === undefined ? 0 : place.count(counted, inbox)}
              urgent={counted !== undefined && (place.urgent?.(counted) ?? false)}
            />
          </li>
        ))}
      </Box>
      <Box sx={{ flex: 1 }} />
      {isWide && <Snackbar />}
      <Box sx={{ p: 3, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Tooltip title={`${t('frame.keys.open')} (?)`} placement="right">
          <IconButton aria-label={t('frame.keys.open')} aria-keyshortcuts="?" onClick={onKeys}>
            <Keyboard size={18} />
          </IconButton>
        </Tooltip>
        <Acts of="archives.open">
          <OpenArchive />
        </Acts>
      </Box>
    </Box>
  );
}

type Props = {
  path: string;
  label: string;
  icon: LucideIcon;
  keys: string;
  count: number;
  urgent: boolean;
};

/** One section in the rail, with the count of its pending work. */
function RailLink({ path, label, icon: Icon, keys, count, urgent }: Props) {
  const { t, format } = useI18n();
  const current = useOfPath(
    (open) => open.startsWith(path) || (path === '/settings' && open.startsWith('/audit')),
  );
  return (
    <Box
      component={Link}
      href={path}
      title={label}
      aria-keyshortcuts={keys}
      {...(current ? { 'aria-current': 'page' as const } : {})}
      sx={(theme) => ({
        typography: 'body2',
        display: 'flex',
        alignItems: 'center',
        gap: 2.25,
        minHeight: 36,
        px: 2.25,
        borderRadius: 1,
        color: current ? 'text.primary' : 'text.secondary',
        fontWeight: 500,
        bgcolor: current ? 'action.selected' : 'transparent',
        textDecoration: 'none',
        '&:hover': { bgcolor: current ? 'action.selected' : 'action.hover' },
        '& .name': { flex: 1, minWidth: 0 },
        [theme.breakpoints.down('lg')]: {
          flexDirection: 'column',
          justifyContent: 'center',
          gap: 0.5,
          px: 0,
          py: 1.5,
          position: 'relative',
          '& .name': {
            position: 'absolute',
            width: '1px',
            height: '1px',
            overflow: 'hidden',
            clipPath: 'inset(50%)',
          },
        },
      })}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <span className="name">{label}</span>
      {count > 0 && (
        <Box
          component="span"
          className="count"
          sx={{
            typography: 'caption',
            fontWeight: 600,
            minWidth: 20,
            px: 1,
            borderRadius: 2,
            textAlign: 'center',
            color: urgent ? 'warning.main' : 'text.secondary',
            bgcolor: urgent ? 'waiting.soft' : 'neutral.soft',
            border: 1,
            borderColor: urgent ? 'waiting.edge' : 'neutral.edge',
          }}
        >
          {count > 999 ? `${format.count(999)}+` : format.count(count)}
          <VisuallyHidden> {t('frame.rail.needs')}</VisuallyHidden>
        </Box>
      )}
    </Box>
  );
}
