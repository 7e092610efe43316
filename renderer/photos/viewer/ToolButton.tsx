import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { LucideIcon } from 'lucide-react';
import { memo } from 'react';
import { useI18n } from '../../app/locale/i18n.ts';
import type { CommandName } from './commands.ts';

type Props = {
  name: CommandName;
  icon: LucideIcon;
  /** As they are printed on the keyboard, with spaces between. */
  keys: string;
  pressed: boolean | undefined;
  disabled: boolean;
  onPress: (name: CommandName) => void;
};

/** A command as an icon, with its words and keys where the pointer rests on it. Drawn anew only where it changed. */
export const ToolButton = memo(function ToolButton({
  name,
  icon: Icon,
  keys,
  pressed,
  disabled,
  onPress,
}: Props) {
  const { t } = useI18n();
  const label = t(`photos.do.${name}`);
  const button = (
    <IconButton
      aria-label={label}
      aria-keyshortcuts={keys.split(' ').map(shortcut).join(' ')}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      disabled={disabled}
      onClick={() => onPress(name)}
      sx={(theme) => ({
        width: 32,
        height: 32,
        color: theme.perito.scheme.textQuiet,
        '&:hover': { color: theme.perito.scheme.text, background: theme.perito.scheme.hover },
        '&[aria-pressed="true"]': {
          color: theme.perito.scheme.text,
          background: theme.perito.scheme.selected,
        },
        '&.Mui-disabled': { color: theme.perito.scheme.lineStrong },
      })}
    >
      <Icon size={17} strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
  if (disabled) return button;
  return <Tooltip title={`${label} · ${keys}`}>{button}</Tooltip>;
});

const names: Readonly<Record<string, string>> = { '←': 'ArrowLeft', '→': 'ArrowRight', Esc: 'Escape' };

/** A key as `aria-keyshortcuts` wants it named. */
const shortcut = (key: string) =>
  key.replace('⇧', 'Shift+').replace(/[←→]|Esc/, (name) => names[name] ?? name);
