import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useWords } from '../../app/locale/i18n.ts';
import type { Command } from './commands.ts';

/** A command as an icon, with its words and keys where the pointer rests on it. */
export function ToolButton({ command }: { command: Command }) {
  const { t } = useWords();
  const { icon: Icon, name, keys, act, pressed, disabled = false } = command;
  const words = t(`photos.do.${name}`);
  const button = (
    <IconButton
      aria-label={words}
      aria-keyshortcuts={keys.map(shortcut).join(' ')}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      disabled={disabled}
      onClick={act}
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
  return <Tooltip title={`${words} · ${keys.join(' ')}`}>{button}</Tooltip>;
}

const names: Readonly<Record<string, string>> = { '←': 'ArrowLeft', '→': 'ArrowRight', Esc: 'Escape' };

/** A key as `aria-keyshortcuts` wants it named. */
const shortcut = (key: string) =>
  key.replace('⇧', 'Shift+').replace(/[←→]|Esc/, (name) => names[name] ?? name);
