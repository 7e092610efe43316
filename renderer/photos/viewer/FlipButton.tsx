import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useI18n } from '../../app/locale/i18n.ts';

/** At the edge of the photo: to the one before it, or after. */
export function FlipButton({
  to,
  disabled,
  act,
}: {
  to: 'previous' | 'next';
  disabled: boolean;
  act: () => void;
}) {
  const { t } = useI18n();
  const label = t(`photos.do.${to}`);
  const Icon = to === 'previous' ? ChevronLeft : ChevronRight;
  if (disabled) return null;
  return (
    <Tooltip title={`${label} · ${to === 'previous' ? '←' : '→'}`}>
      <IconButton
        aria-label={label}
        aria-keyshortcuts={to === 'previous' ? 'ArrowLeft' : 'ArrowRight'}
        onClick={act}
        sx={(theme) => ({
          position: 'absolute',
          top: '50%',
          transform: 'translateY(-50%)',
          [to === 'previous' ? 'left' : 'right']: 12,
          width: 36,
          height: 56,
          color: theme.perito.scheme.text,
          background: theme.perito.scheme.surface,
          border: `1px solid ${theme.perito.scheme.line}`,
          opacity: 0.78,
          transition: theme.transitions.create('opacity'),
          '&:hover, &:focus-visible': { opacity: 1, background: theme.perito.scheme.hover },
        })}
      >
        <Icon size={20} aria-hidden />
      </IconButton>
    </Tooltip>
  );
}
