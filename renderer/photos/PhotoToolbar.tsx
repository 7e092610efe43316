import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Slider from '@mui/material/Slider';
import { useEventCallback } from '@mui/material/utils';
import { SunMedium } from 'lucide-react';
import { memo, type ReactNode, useId, useState } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { Kbd } from '../components/Kbd.tsx';
import { type KeyGroup, ShortcutsDialog } from '../components/ShortcutsDialog.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { Tooltip } from '../components/Tooltip.tsx';
import { Typography } from '../components/Typography.tsx';
import type { Command, CommandName, turnCommands, zoomCommands } from './commands.tsx';
import { lightRange, setLight, usePhotoView } from './photo-view.ts';
import { type Side, useZoomPercent } from './ZoomableImage.tsx';

/** The bar above a photo: the title on the left, the tools in groups on the right. */
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
        bgcolor: 'background.paper',
        borderBottom: 1,
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
            sx={{
              display: 'flex',
              alignItems: 'center',
              ...(index === 0 ? {} : { ml: 1.5, pl: 1.5, borderLeft: 1 }),
            }}
          >
            {group.map((item) =>
              'act' in item ? (
                <CommandButton key={item.name} {...buttonProps(item)} onPress={press} />
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

/** A command, or a part that draws itself. */
export type ToolItem = Command | { id: string; part: ReactNode };

const keyOf = (group: readonly ToolItem[]) =>
  group.map((item) => ('act' in item ? item.name : item.id)).join();

/** The props of a command that change how its button looks; `act` changes with each photo. */
const buttonProps = ({ name, icon, hotkey, pressed, disabled = false }: Command) => ({
  name,
  icon,
  hotkey,
  pressed,
  disabled,
});

/** The tools that change how a photo is seen: zoom, then rotation and light. */
export const viewTools = (
  zoom: ReturnType<typeof zoomCommands>,
  turn: ReturnType<typeof turnCommands>,
  photo: number,
  side?: Side,
): ToolItem[][] => [
  [
    zoom.zoomOut,
    { id: 'percent', part: <ZoomPercent {...(side === undefined ? {} : { side })} /> },
    zoom.zoomIn,
    zoom.fit,
    zoom.oneToOne,
  ],
  [turn.turnLeft, turn.turnRight, { id: 'light', part: <LightMenu photo={photo} /> }, turn.reset],
];

type CommandButtonProps = ReturnType<typeof buttonProps> & { onPress: (name: CommandName) => void };

/** A command as a tool. It is memoised, so that a flip redraws only the buttons that changed. */
const CommandButton = memo(function CommandButton({ name, onPress, ...rest }: CommandButtonProps) {
  const { t } = useI18n();
  return <ToolButton {...rest} label={t(`photos.do.${name}`)} onClick={() => onPress(name)} />;
});

const sliders = [
  { setting: 'brightness', key: 'B' },
  { setting: 'contrast', key: 'T' },
] as const;

/** A button that opens two sliders, for brightness and contrast. */
function LightMenu({ photo }: { photo: number }) {
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
        // A shade would change the light that is being set.
        slotProps={{ backdrop: { sx: { background: 'transparent' } } }}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
        transformOrigin={{ vertical: 'top', horizontal: 'center' }}
      >
        <Box sx={{ width: 240, px: 4, py: 3, display: 'grid', gap: 2 }}>
          {sliders.map(({ setting, key }) => (
            <Box key={setting}>
              <Typography
                id={`${id}-${setting}`}
                variant="body2"
                component="div"
                sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}
              >
                {t(`photos.viewer.${setting}`, { percent: view[setting] })}
                <Kbd>{key}</Kbd>
              </Typography>
              <Slider
                size="small"
                aria-labelledby={`${id}-${setting}`}
                min={lightRange.min}
                max={lightRange.max}
                step={lightRange.step}
                value={view[setting]}
                onChange={(_, value) => setLight(photo, setting, typeof value === 'number' ? value : 100)}
              />
            </Box>
          ))}
          <Typography variant="caption">{t('photos.viewer.onlyHere')}</Typography>
        </Box>
      </Popover>
    </>
  );
}

/** The zoom in percent; 100 shows one pixel of the photo on one of the screen's. */
function ZoomPercent({ side = 'left' }: { side?: Side }) {
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

/** The list of the keys for photos, which `?` opens. */
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
      title: t('photos.keys.view'),
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
      title: t('photos.keys.compare'),
      lines: [
        { keys: ['I'], label: t('photos.do.info') },
        { keys: ['M'], label: t('photos.do.annotate') },
        { keys: ['N'], label: t('photos.do.note') },
        { keys: ['H'], label: t('photos.do.annotations') },
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
