import Box from '@mui/material/Box';
import type { LucideIcon } from 'lucide-react';
import { Link } from 'wouter';
import { VisuallyHidden } from '../../components/VisuallyHidden.tsx';
import { useI18n } from '../locale/i18n.ts';

type Props = {
  path: string;
  label: string;
  icon: LucideIcon;
  keys: string;
  count: number;
  urgent: boolean;
  current: boolean;
};

/** One section in the rail, with how many in it need somebody. */
export function RailLink({ path, label, icon: Icon, keys, count, urgent, current }: Props) {
  const { t, format } = useI18n();
  return (
    <Box
      component={Link}
      href={path}
      title={label}
      aria-keyshortcuts={keys}
      {...(current ? { 'aria-current': 'page' as const } : {})}
      sx={(theme) => ({
        ...theme.typography.body2,
        display: 'flex',
        alignItems: 'center',
        gap: 2.25,
        minHeight: 36,
        px: 2.25,
        borderRadius: 1,
        color: current ? 'text.primary' : 'text.secondary',
        fontWeight: current ? 600 : 500,
        background: current ? theme.perito.scheme.selected : 'transparent',
        textDecoration: 'none',
        '&:hover': { background: current ? theme.perito.scheme.selected : theme.perito.scheme.hover },
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
          sx={(theme) => ({
            ...theme.typography.caption,
            fontWeight: 600,
            minWidth: 20,
            px: 1,
            borderRadius: 2,
            textAlign: 'center',
            color: urgent ? theme.perito.scheme.waiting.main : theme.perito.scheme.textQuiet,
            background: urgent ? theme.perito.scheme.waiting.soft : theme.perito.scheme.neutral.soft,
            border: `1px solid ${urgent ? theme.perito.scheme.waiting.edge : theme.perito.scheme.neutral.edge}`,
          })}
        >
          {count > 999 ? `${format.count(999)}+` : format.count(count)}
          <VisuallyHidden> {t('frame.rail.needs')}</VisuallyHidden>
        </Box>
      )}
    </Box>
  );
}
