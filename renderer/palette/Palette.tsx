import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import { Command, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { create } from 'zustand';
import { useKeys } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { Kbd } from '../components/Kbd.tsx';
import { Tooltip } from '../components/Tooltip.tsx';
import { Typography } from '../components/Typography.tsx';
import { MarkedText } from '../search/MarkedText.tsx';
import { SaidBeside } from '../search/SaidBeside.tsx';
import { type PaletteItem, usePaletteItems } from './palette-items.ts';
import { useNotedRecent } from './recent.ts';

const usePalette = create<{ isOpen: boolean }>(() => ({ isOpen: false }));
const open = () => usePalette.setState({ isOpen: true });
const close = () => usePalette.setState({ isOpen: false });

/** Every act, screen and record, found by typing: Ctrl K opens it from anywhere. */
export function Palette() {
  const { t } = useI18n();
  const { isOpen } = usePalette();
  const chosen = useRef<(() => void) | null>(null);
  useKeys({ 'mod k': { label: t('palette.label'), run: open } });
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      transitionDuration={0}
      fullWidth
      maxWidth="sm"
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{
        paper: {
          'aria-label': t('palette.label'),
          sx: { mt: '10vh', maxHeight: '72vh', overflow: 'hidden' },
        },
        transition: {
          // Once the focus is back where it was, which what was chosen may go by.
          onExited: () => {
            chosen.current?.();
            chosen.current = null;
          },
        },
      }}
    >
      <Choices
        onChoose={({ run }) => {
          chosen.current = run;
          close();
        }}
      />
    </Dialog>
  );
}

/** Notes what is opened, as long as there is the palette. It draws nothing, so that a step draws nothing again. */
export function NotedRecent(): null {
  useNotedRecent();
  return null;
}

/** The button of the top bar that opens it. */
export function PaletteButton() {
  const { t } = useI18n();
  return (
    <Tooltip title={`${t('palette.label')} (Ctrl K)`}>
      <IconButton aria-label={t('palette.label')} aria-keyshortcuts="Control+K Meta+K" onClick={open}>
        <Command size={16} aria-hidden />
      </IconButton>
    </Tooltip>
  );
}

/** So many further PageDown points. */
const page = 8;

function Choices({ onChoose }: { onChoose: (item: PaletteItem) => void }) {
  const { t } = useI18n();
  const [text, setText] = useState('');
  // By its name: what is found meanwhile does not take its place.
  const [pointed, setPointed] = useState<string | null>(null);
  const { groups, isSearching, failed } = usePaletteItems(text);
  const items = groups.flatMap((group) => group.items);
  const at = Math.max(
    0,
    items.findIndex(({ id }) => id === pointed),
  );
  const active = items[at];
  const listId = useId();
  const idOf = (item: PaletteItem) => `${listId}-${item.id}`;
  const list = useRef<HTMLDivElement>(null);
  const activeId = active && idOf(active);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const point = (index: number) => setPointed(items.at(index)?.id ?? null);
  const steps: Readonly<Record<string, () => void>> = {
    ArrowDown: () => point((at + 1) % Math.max(1, items.length)),
    ArrowUp: () => point(at - 1),
    PageDown: () => point(Math.min(at + page, items.length - 1)),
    PageUp: () => point(Math.max(at - page, 0)),
    Enter: () => {
      if (active !== undefined) onChoose(active);
    },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const isOpener = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
    const act = isOpener ? close : steps[event.key];
    if (act === undefined) return;
    act();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <InputBase
        autoFocus
        fullWidth
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setPointed(null);
        }}
        onKeyDown={onKeyDown}
        placeholder={t('palette.placeholder')}
        startAdornment={<Search size={16} aria-hidden />}
        endAdornment={<Kbd>Esc</Kbd>}
        inputProps={{
          role: 'combobox',
          'aria-label': t('palette.label'),
          'aria-expanded': true,
          'aria-controls': listId,
          'aria-autocomplete': 'list',
          'aria-activedescendant': activeId,
          autoComplete: 'off',
          spellCheck: false,
          maxLength: 200,
        }}
        sx={{
          px: 4,
          minHeight: 48,
          gap: 3,
          borderBottom: 1,
          flex: 'none',
          color: 'text.secondary',
          '& input': { color: 'text.primary' },
        }}
      />
      <Box
        ref={list}
        id={listId}
        role="listbox"
        aria-label={t('palette.label')}
        tabIndex={-1}
        aria-busy={isSearching}
        sx={{ overflowY: 'auto', p: 2, '&:empty': { display: 'none' } }}
      >
        {groups.map(({ name, items: ofGroup }) => (
          <Box key={name} role="group" aria-labelledby={`${listId}-${name}`} sx={{ '& + &': { mt: 2 } }}>
            <Typography
              variant="caption"
              component="div"
              id={`${listId}-${name}`}
              role="presentation"
              sx={{ px: 2, py: 1, fontWeight: 600 }}
            >
              {t(`palette.group.${name}`)}
            </Typography>
            {ofGroup.map((item) => (
              <Option
                key={item.id}
                id={idOf(item)}
                item={item}
                isActive={item === active}
                onPoint={() => setPointed(item.id)}
                onChoose={() => onChoose(item)}
              />
            ))}
          </Box>
        ))}
      </Box>
      <Box role="status" sx={{ typography: 'caption', flex: 'none', px: 4, py: 2, borderTop: 1 }}>
        {failed
          ? t('palette.failed')
          : isSearching
            ? t('palette.searching')
            : items.length === 0
              ? t('palette.nothing')
              : t('palette.count', { count: items.length })}
      </Box>
    </>
  );
}

type OptionProps = {
  id: string;
  item: PaletteItem;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
};

function Option({ id, item, isActive, onPoint, onChoose }: OptionProps) {
  const Icon = item.icon;
  return (
    <Box
      id={id}
      role="option"
      aria-selected={isActive}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={isActive ? undefined : onPoint}
      onClick={onChoose}
      sx={{
        typography: 'body2',
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        minHeight: 34,
        px: 2,
        borderRadius: 1,
        cursor: 'pointer',
        bgcolor: isActive ? 'action.selected' : 'transparent',
        boxShadow: ({ palette }) => (isActive ? `inset 3px 0 ${palette.primary.main}` : 'none'),
        '& svg': { flex: 'none', color: 'text.secondary' },
      }}
    >
      <Icon size={15} aria-hidden />
      <Box
        component="span"
        sx={{
          flex: 'none',
          maxWidth: '70%',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          fontWeight: 500,
        }}
      >
        <MarkedText text={item.label} ranges={item.ranges} />
      </Box>
      <SaidBeside
        about={{ text: item.about ?? '', ranges: item.aboutRanges }}
        hit={item.hit}
        hitField={item.hitField}
      />
      <Box component="span" sx={{ display: 'flex', gap: 1, color: 'text.secondary' }}>
        {item.keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </Box>
    </Box>
  );
}
