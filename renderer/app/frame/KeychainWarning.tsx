import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { KeyRound } from 'lucide-react';
import { Link } from 'wouter';
import { useI18n } from '../locale/i18n.ts';
import { useStatus } from '../status.ts';

/** Shown where the keychain does not do its work; leads to what to do about it. */
export function KeychainWarning() {
  const { t } = useI18n();
  const status = useStatus();
  const state = status.data?.keychain.state;
  if (state === undefined || state === 'works') return null;
  return (
    <Tooltip title={t(`frame.keychain.explain.${state}`)}>
      <Box
        component={Link}
        href="/settings/about"
        sx={(theme) => ({
          ...theme.typography.body2,
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          px: 2,
          minHeight: 30,
          borderRadius: 1,
          whiteSpace: 'nowrap',
          textDecoration: 'none',
          color: theme.perito.scheme.waiting.main,
          '&:hover': { background: theme.perito.scheme.hover },
        })}
      >
        <KeyRound size={14} aria-hidden />
        {t(`frame.keychain.${state}`)}
      </Box>
    </Tooltip>
  );
}
