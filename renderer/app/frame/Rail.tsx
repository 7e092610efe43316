import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { Keyboard } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { useI18n } from '../locale/i18n.ts';
import { useStatus } from '../status.ts';
import { Notices, useWideRail } from './Notices.tsx';
import { places } from './nav-items.ts';
import { RailLink } from './RailLink.tsx';

/** The sections, with what needs somebody in each. */
export function Rail({ onKeys }: { onKeys: () => void }) {
  const { t } = useI18n();
  const status = useStatus();
  const [path] = useLocation();
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
        borderRight: `1px solid ${theme.perito.scheme.line}`,
        background: theme.perito.scheme.app,
        [theme.breakpoints.down('lg')]: { width: theme.perito.sizes.railNarrow },
      })}
    >
      <Box
        component={Link}
        href="/cancellations"
        sx={(theme) => ({
          height: theme.perito.sizes.topBar,
          display: 'flex',
          alignItems: 'center',
          gap: 2.5,
          px: 4.5,
          color: 'text.primary',
          textDecoration: 'none',
          ...theme.typography.h2,
          [theme.breakpoints.down('lg')]: { px: 0, justifyContent: 'center', '& span': { display: 'none' } },
        })}
        aria-label={t('frame.product')}
      >
        <img src="./mark.svg" width={22} height={22} alt="" />
        <span>{t('frame.product')}</span>
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 2, display: 'grid', gap: 0.5 }}>
        {places.map((place) => (
          <li key={place.path}>
            <RailLink
              path={place.path}
              label={t(`frame.rail.${place.label}`)}
              icon={place.icon}
              keys={`g ${place.letter}`}
              count={status.data === undefined ? 0 : place.count(status.data)}
              urgent={status.data !== undefined && (place.urgent?.(status.data) ?? false)}
              current={path.startsWith(place.path)}
            />
          </li>
        ))}
      </Box>
      <Box sx={{ flex: 1 }} />
      {isWide && <Notices />}
      <Box sx={{ p: 3 }}>
        <Tooltip title={`${t('frame.keys.open')} (?)`} placement="right">
          <IconButton aria-label={t('frame.keys.open')} aria-keyshortcuts="?" onClick={onKeys}>
            <Keyboard size={18} />
          </IconButton>
        </Tooltip>
      </Box>
    </Box>
  );
}
