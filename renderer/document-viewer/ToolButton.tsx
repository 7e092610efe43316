import IconButton from '@mui/material/IconButton';
import type { Theme } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import type { LucideIcon } from 'lucide-react';

type Props = {
  icon: LucideIcon;
  label: string;
  onClick: () => void;
  /** As it is pressed, for the name and for those who hear the screen. */
  hotkey?: string;
  disabled?: boolean;
  pressed?: boolean;
};

/** Quiet until the pointer is there, as the tools of a photo are. */
export const toolStyle = ({ perito: { scheme } }: Theme) => ({
  width: 32,
  height: 32,
  color: scheme.textQuiet,
  '&:hover': { color: scheme.text, background: scheme.hover },
  '&[aria-pressed="true"]': { color: scheme.text, background: scheme.selected },
  '&.Mui-disabled': { color: scheme.lineStrong },
});

/** A tool of the viewer: an icon, and on hover its name and key. */
export function ToolButton({ icon: Icon, label, onClick, hotkey, disabled = false, pressed }: Props) {
  const button = (
    <IconButton
      aria-label={label}
      onClick={onClick}
      disabled={disabled}
      {...(hotkey === undefined ? {} : { 'aria-keyshortcuts': hotkey === 'Esc' ? 'Escape' : hotkey })}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      sx={toolStyle}
    >
      <Icon size={17} strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
  if (disabled) return button;
  return (
    <Tooltip title={hotkey === undefined ? label : `${label} · ${hotkey}`} describeChild={false}>
      {button}
    </Tooltip>
  );
}
