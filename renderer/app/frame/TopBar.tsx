import Box from '@mui/material/Box';
import { UserRound } from 'lucide-react';
import { Link } from 'wouter';
import { useI18n } from '../locale/i18n.ts';
import { useSettings } from '../status.ts';
import { KeychainWarning } from './KeychainWarning.tsx';
import { ReceiverState } from './ReceiverState.tsx';
import { SearchField } from './SearchField.tsx';

/** Search, how the receiver stands, and who sits here. */
export function TopBar() {
  const { t } = useI18n();
  const settings = useSettings();
  const name = settings.data?.person.name ?? '';
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
        borderBottom: `1px solid ${theme.perito.scheme.line}`,
        background: theme.perito.scheme.surface,
      })}
    >
      <SearchField />
      <Box sx={{ flex: 1 }} />
      <KeychainWarning />
      <ReceiverState />
      <Box
        component={Link}
        href="/settings/company"
        {...(name === '' ? {} : { 'aria-label': t('frame.person.label', { name }) })}
        sx={(theme) => ({
          ...theme.typography.body2,
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          px: 2,
          minHeight: 32,
          borderRadius: 1,
          color: name === '' ? theme.perito.scheme.accent.main : 'text.primary',
          fontWeight: 500,
          textDecoration: 'none',
          whiteSpace: 'nowrap',
          maxWidth: 200,
          '&:hover': { background: theme.perito.scheme.hover },
          '& span': { overflow: 'hidden', textOverflow: 'ellipsis' },
        })}
      >
        <UserRound size={16} aria-hidden />
        <span>{name === '' ? t('frame.person.none') : name}</span>
      </Box>
    </Box>
  );
}
