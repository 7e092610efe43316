import IconButton from '@mui/material/IconButton';
import type { Theme } from '@mui/material/styles';
import type { LucideIcon } from 'lucide-react';
import { Tooltip } from './Tooltip.tsx';

type Props = {
  icon: LucideIcon;
  label: string;
  onClick: () => void;
  /** Keys as they are printed on the keyboard, separated by spaces: `⇧R`, `Esc`, `Shift+Enter`. */
  hotkey?: string;
  disabled?: boolean;
  pressed?: boolean | undefined;
};

/** A tool of a viewer has no border; its background appears under the pointer. */
export const toolStyle = ({ perito: { scheme } }: Theme) => ({
  width: 32,
  height: 32,
  color: scheme.textQuiet,
  '&:hover': { color: scheme.text, background: scheme.hover },
  '&[aria-pressed="true"]': { color: scheme.text, background: scheme.selected },
  '&.Mui-disabled': { color: scheme.lineStrong },
});

/** A tool of the photo or document viewer: an icon, and on hover its name and key. */
export function ToolButton({ icon: Icon, label, onClick, hotkey, disabled = false, pressed }: Props) {
  const button = (
    <IconButton
      aria-label={label}
      onClick={onClick}
      disabled={disabled}
      {...(hotkey === undefined ? {} : { 'aria-keyshortcuts': hotkey.split(' ').map(ariaKey).join(' ') })}
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

const keyNames: Readonly<Record<string, string>> = { '←': 'ArrowLeft', '→': 'ArrowRight', Esc: 'Escape' };

/** A printed key as `aria-keyshortcuts` names it. */
const ariaKey = (key: string) =>
  key.replace('⇧', 'Shift+').replace(/[←→]|Esc/, (name) => keyNames[name] ?? name);
