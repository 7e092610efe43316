import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Slider from '@mui/material/Slider';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useEventCallback } from '@mui/material/utils';
import { type LucideIcon, SunMedium } from 'lucide-react';
import { memo, type ReactNode, useId, useState } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { Kbd } from '../components/Kbd.tsx';
import { type KeyGroup, ShortcutsDialog } from '../components/ShortcutsDialog.tsx';
import type { Command, CommandName } from './commands.tsx';
import { lightRange, setLight, usePhotoView } from './photo-view.ts';
import { type Side, useZoomPercent } from './ZoomableImage.tsx';

/** What is looked at on the left, what can be done with it on the right. Quiet: the photo is what matters. */
export function Toolbar({ title, groups }: { title: ReactNode; groups: readonly (readonly ToolItem[])[] }) {
  const { t } = useI18n();
  const press = useEventCallback((name: CommandName) => {
    for (const item of groups.flat()) if ('act' in item && item.name === name) item.act();
  });
  return (
    <Box
      component="header"
      sx={(theme) => ({
        minHeight: theme.perito.sizes.topBar,
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        gap: 4,
        pl: 4,
        pr: 2,
        background: theme.perito.scheme.surface,
        borderBottom: `1px solid ${theme.perito.scheme.line}`,
      })}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>{title}</Box>
      <Box
        role="toolbar"
        aria-label={t('photos.viewer.tools')}
        sx={{ display: 'flex', alignItems: 'center' }}
      >
        {groups.map((group, index) => (
          <Box
            key={keyOf(group)}
            sx={(theme) => ({
              display: 'flex',
              alignItems: 'center',
              ...(index === 0
                ? {}
                : { ml: 1.5, pl: 1.5, borderLeft: `1px solid ${theme.perito.scheme.line}` }),
            })}
          >
            {group.map((item) =>
              'act' in item ? (
                <ToolButton key={item.name} {...shownOf(item)} onPress={press} />
              ) : (
                <Box key={item.id}>{item.part}</Box>
              ),
            )}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** A command, or a part of its own among them. */
export type ToolItem = Command | { id: string; part: ReactNode };

const keyOf = (group: readonly ToolItem[]) =>
  group.map((item) => ('act' in item ? item.name : item.id)).join();

/** What is seen of a command; what it does changes with each photo. */
const shownOf = ({ name, icon, keys, pressed, disabled = false }: Command) => ({
  name,
  icon,
  keys: keys.join(' '),
  pressed,
  disabled,
});

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

const sliders = [
  { of: 'brightness', key: 'B' },
  { of: 'contrast', key: 'T' },
] as const;

/** Brightness and contrast, by sliders. */
export function LightMenu({ photo }: { photo: number }) {
  const { t } = useI18n();
  const id = useId();
  const view = usePhotoView(photo);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label = t('photos.viewer.light');
  return (
    <>
      <Tooltip title={`${label} · B ⇧B T ⇧T`} disableFocusListener>
        <IconButton
          aria-label={label}
          aria-keyshortcuts="B Shift+B T Shift+T"
          aria-haspopup="true"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ width: 32, height: 32 }}
        >
          <SunMedium size={17} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        // What is changed is judged while it is changed: nothing shades it.
        slotProps={{ backdrop: { sx: { background: 'transparent' } } }}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
        transformOrigin={{ vertical: 'top', horizontal: 'center' }}
      >
        <Box sx={{ width: 240, px: 4, py: 3, display: 'grid', gap: 2 }}>
          {sliders.map(({ of, key }) => (
            <Box key={of}>
              <Typography
                id={`${id}-${of}`}
                variant="body2"
                component="div"
                sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}
              >
                {t(`photos.viewer.${of}`, { percent: view[of] })}
                <Kbd>{key}</Kbd>
              </Typography>
              <Slider
                size="small"
                aria-labelledby={`${id}-${of}`}
                min={lightRange.min}
                max={lightRange.max}
                step={lightRange.step}
                value={view[of]}
                onChange={(_, value) => setLight(photo, of, typeof value === 'number' ? value : 100)}
              />
            </Box>
          ))}
          <Typography variant="caption">{t('photos.viewer.onlyHere')}</Typography>
        </Box>
      </Popover>
    </>
  );
}

/** How large the photo is shown, in percent of its own pixels. */
export function ZoomPercent({ side = 'left' }: { side?: Side }) {
  const { t, format } = useI18n();
  const percent = format.count(useZoomPercent((state) => state[side]));
  return (
    <Typography
      variant="caption"
      component="span"
      title={t('photos.viewer.zoom', { percent })}
      sx={{ display: 'inline-block', minWidth: 48, textAlign: 'center', fontVariantNumeric: 'tabular-nums' }}
      data-zoom
    >
      {t('photos.viewer.percent', { percent })}
    </Typography>
  );
}

/** The keys of the photos, which `?` opens over them. */
export function PhotoShortcuts({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useI18n();
  const groups: readonly KeyGroup[] = [
    {
      title: t('photos.keys.move'),
      lines: [
        { keys: ['←', '→', 'K', 'J'], label: t('photos.keys.flip') },
        { keys: [t('photos.keys.home'), t('photos.keys.end')], label: t('photos.keys.ends') },
        { keys: ['⇧←', '⇧→', '⇧↑', '⇧↓'], label: t('photos.keys.pan') },
        { keys: ['Esc'], label: t('photos.do.close') },
        { keys: ['?'], label: t('photos.do.keys') },
      ],
    },
    {
      title: t('photos.keys.look'),
      lines: [
        { keys: ['+', '-'], label: t('photos.keys.zoom') },
        { keys: ['0'], label: t('photos.do.fit') },
        { keys: ['1'], label: t('photos.do.oneToOne') },
        { keys: ['R', '⇧R'], label: t('photos.keys.turn') },
        { keys: ['B', '⇧B'], label: t('photos.keys.bright') },
        { keys: ['T', '⇧T'], label: t('photos.keys.contrast') },
        { keys: ['X'], label: t('photos.do.reset') },
      ],
    },
    {
      title: t('photos.keys.beside'),
      lines: [
        { keys: ['I'], label: t('photos.do.info') },
        { keys: ['M'], label: t('photos.do.mark') },
        { keys: ['N'], label: t('photos.do.note') },
        { keys: ['H'], label: t('photos.do.marks') },
        { keys: ['C'], label: t('photos.do.compare') },
        { keys: ['L'], label: t('photos.do.link') },
        { keys: ['S'], label: t('photos.do.swap') },
        { keys: ['A'], label: t('photos.do.side') },
        { keys: ['D'], label: t('photos.do.save') },
      ],
    },
  ];
  const pointer = [t('photos.keys.wheel'), t('photos.keys.drag'), t('photos.keys.double')];
  return (
    <ShortcutsDialog
      open={open}
      onClose={onClose}
      title={t('photos.keys.title')}
      groups={groups}
      foot={pointer.join(' · ')}
    />
  );
}
