import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { LucideIcon } from 'lucide-react';

type Props = {
  icon: LucideIcon;
  words: string;
  onClick: () => void;
  /** As it is pressed, for the name and for those who hear the screen. */
  hotkey?: string;
  disabled?: boolean;
  pressed?: boolean;
};

/** A tool of the viewer: an icon, and on hover its name and key. */
export function ToolButton({ icon: Icon, words, onClick, hotkey, disabled = false, pressed }: Props) {
  const button = (
    <IconButton
      aria-label={words}
      onClick={onClick}
      disabled={disabled}
      {...(hotkey === undefined ? {} : { 'aria-keyshortcuts': hotkey })}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      sx={(theme) => (pressed === true ? { background: theme.perito.scheme.selected } : {})}
    >
      <Icon size={17} aria-hidden />
    </IconButton>
  );
  const title = hotkey === undefined ? words : `${words} (${hotkey})`;
  return (
    <Tooltip title={title} describeChild={false}>
      {disabled ? <span>{button}</span> : button}
    </Tooltip>
  );
}
