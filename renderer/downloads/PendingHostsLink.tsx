import Box from '@mui/material/Box';
import { ChevronRight, Server, ShieldQuestionMark } from 'lucide-react';
import { Link } from 'wouter';
import { useI18n } from '../app/locale/i18n.ts';
import { hostsPath } from './paths.ts';
import { useHosts } from './useDownloads.ts';

/** Over the list: the servers, and how many of them wait for a decision. */
export function PendingHostsLink({ open }: { open: boolean }) {
  const { t } = useI18n();
  const hosts = useHosts();
  const pending = hosts.data?.filter(({ standing }) => standing === 'pending').length ?? 0;
  const Icon = pending > 0 ? ShieldQuestionMark : Server;
  return (
    <Box
      component={Link}
      href={hostsPath}
      {...(open ? { 'aria-current': 'true' as const } : {})}
      sx={(theme) => {
        const tone = theme.perito.scheme.waiting;
        const waits = pending > 0;
        return {
          ...theme.typography.body2,
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          px: 4,
          minHeight: 36,
          flex: 'none',
          fontWeight: 500,
          color: waits ? tone.main : open ? 'text.primary' : 'text.secondary',
          textDecoration: 'none',
          background: waits ? tone.soft : open ? theme.perito.scheme.selected : 'transparent',
          borderBottom: `1px solid ${waits ? tone.edge : theme.perito.scheme.line}`,
          '&:hover span': { textDecoration: 'underline' },
          '&:focus-visible': { outlineOffset: '-2px !important' },
          '& svg': { flex: 'none' },
        };
      }}
    >
      <Icon size={15} aria-hidden />
      <Box component="span" sx={{ flex: 1 }}>
        {pending > 0 ? t('downloads.hosts.pending', { count: pending }) : t('downloads.hosts.title')}
      </Box>
      <ChevronRight size={15} aria-hidden />
    </Box>
  );
}
