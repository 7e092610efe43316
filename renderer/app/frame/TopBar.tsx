import { KeyRound } from 'lucide-react';
import { Box } from '../../components/Box.tsx';
import { Tooltip } from '../../components/Tooltip.tsx';
import { PaletteButton } from '../../palette/Palette.tsx';
import { PersonMenu } from '../../people/PersonMenu.tsx';
import { SearchField } from '../../search/SearchField.tsx';
import { Link } from '../Link.tsx';
import { useI18n } from '../locale/i18n.ts';
import { Acts } from '../read-only.tsx';
import { useStatus } from '../status.ts';
import { ReceiverState } from './ReceiverState.tsx';

/** Search, the receiver's state, and the person at this computer. */
export function TopBar() {
  return (
    <Box
      component="header"
      sx={(theme) => ({
        height: theme.perito.sizes.topBar,
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        px: 4,
        borderBottom: 1,
        bgcolor: 'background.paper',
      })}
    >
      <SearchField />
      <PaletteButton />
      <Box sx={{ flex: 1 }} />
      <Acts>
        <KeychainWarning />
        <ReceiverState />
        <PersonMenu />
      </Acts>
    </Box>
  );
}

/** Shown where the keychain fails; leads to the advice about it. */
function KeychainWarning() {
  const { t } = useI18n();
  const status = useStatus();
  const state = status.data?.keychain.state;
  if (state === undefined || state === 'works') return null;
  return (
    <Tooltip title={t(`frame.keychain.explain.${state}`)}>
      <Box
        component={Link}
        href="/settings/about"
        aria-label={t(`frame.keychain.${state}`)}
        sx={{
          typography: 'body2',
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          px: 2,
          minHeight: 30,
          borderRadius: 1,
          minWidth: 0,
          whiteSpace: 'nowrap',
          textDecoration: 'none',
          color: 'warning.main',
          '& svg': { flex: 'none' },
          '& span': { overflow: 'hidden', textOverflow: 'ellipsis' },
          flex: '0 1 auto',
          '&:hover': { bgcolor: 'action.hover' },
          // The time of the last call and the person's name are read more often than this changes; its name stays as the link's.
          '@media (max-width: 1439.95px)': { flex: 'none', '& span': { display: 'none' } },
        }}
      >
        <KeyRound size={14} aria-hidden />
        <span>{t(`frame.keychain.${state}`)}</span>
      </Box>
    </Tooltip>
  );
}
