import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';
import { Search, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'wouter';
import { firstPath, queryOfPath } from '../app/frame/nav-items.ts';
import { navigate, useOfPath } from '../app/hash-location.ts';
import { focusWhenThere } from '../app/keys/focus.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { Kbd } from '../components/Kbd.tsx';
import { Typography } from '../components/Typography.tsx';
import { marksOf } from '../palette/matching.ts';
import { MarkedText } from './MarkedText.tsx';
import { SaidBeside } from './SaidBeside.tsx';
import { type SearchOption, useSearchOptions } from './useSearchOptions.ts';

const settleMs = 200;

/**
 * The search over everything. While somebody types it suggests what may be meant, and empty what was searched for last; Enter
 * opens the results, a screen of their own, which then follow what is typed. Leaving that screen empties the field.
 */
export function SearchField() {
  const { t } = useI18n();
  const shown = useOfPath(queryOfPath);
  const [text, setText] = useState(shown ?? '');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  const field = useRef<HTMLDivElement>(null);
  const from = useRef(firstPath());
  const typed = useRef(shown ?? '');
  const listId = useId();
  // With what is drawn: whoever comes to the field next finds it as its screen has it.
  useLayoutEffect(() => {
    if ((shown ?? '') !== typed.current) {
      typed.current = shown ?? '';
      setText(shown ?? '');
    }
  }, [shown]);
  useEffect(() => {
    const query = text.trim();
    if (shown === null || query === typed.current) return;
    const timer = setTimeout(() => {
      typed.current = query;
      navigate(query === '' ? from.current : searchPath(query), { replace: true });
    }, settleMs);
    return () => clearTimeout(timer);
  }, [text, shown]);
  const { options, isSettled, failed } = useSearchOptions(isOpen ? text.trim() : null);
  const isShown = isOpen && options.length > 0;
  const at = options.findIndex(({ id }) => id === active);
  const close = () => {
    setOpen(false);
    setActive(null);
  };
  const search = () => {
    const query = text.trim();
    if (query === '') return;
    close();
    typed.current = query;
    navigate(searchPath(query), { replace: shown !== null });
  };
  const choose = ({ path: to, pane, text: words }: SearchOption) => {
    close();
    if (words === null) setText('');
    else {
      setText(words);
      typed.current = words;
    }
    navigate(to);
    focusWhenThere(pane);
  };
  const point = (index: number) => setActive(options[(index + options.length) % options.length]?.id ?? null);
  const steps: Readonly<Record<string, () => void>> = {
    ArrowDown: () => (isShown ? point(at + 1) : setOpen(true)),
    ArrowUp: () => (isShown ? point(at < 0 ? -1 : at - 1) : undefined),
    Enter: () => {
      const option = options[at];
      if (isShown && option !== undefined) choose(option);
      else search();
    },
    Escape: () => {
      if (isShown) {
        close();
        return;
      }
      setText('');
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.nativeEvent.isComposing ? undefined : steps[event.key];
    if (step === undefined) return;
    step();
    event.preventDefault();
    event.stopPropagation();
  };
  const option = options[at];
  return (
    <>
      <LastScreen from={from} />
      <OutlinedInput
        ref={field}
        size="small"
        type="search"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(null);
          // The results follow what is typed; nothing stands over them.
          setOpen(shown === null);
        }}
        onFocus={() => setOpen(text === '')}
        onClick={() => setOpen(shown === null)}
        onBlur={close}
        onKeyDown={onKeyDown}
        placeholder={t('frame.search.placeholder')}
        inputProps={{
          role: 'combobox',
          'aria-label': t('frame.search.label'),
          'aria-keyshortcuts': '/',
          'aria-autocomplete': 'list',
          'aria-expanded': isShown,
          'aria-controls': isShown ? listId : undefined,
          'aria-activedescendant': isShown && option !== undefined ? `${listId}-${option.id}` : undefined,
          autoComplete: 'off',
          spellCheck: false,
          maxLength: 200,
        }}
        startAdornment={<Search size={16} aria-hidden />}
        endAdornment={
          text === '' ? (
            <Kbd>/</Kbd>
          ) : (
            <IconButton size="small" aria-label={t('frame.search.clear')} onClick={() => setText('')}>
              <X size={14} />
            </IconButton>
          )
        }
        sx={{
          // It takes what is left, so that its words are read in full; what is said beside it is cut last.
          flex: '100 100 220px',
          maxWidth: 420,
          minWidth: { xs: 120, md: 160 },
          color: 'text.secondary',
          '& input': { color: 'text.primary', textOverflow: 'ellipsis' },
        }}
      />
      <Popper
        open={isShown}
        anchorEl={field.current}
        placement="bottom-start"
        role="presentation"
        // It belongs to the banner, as its field does.
        disablePortal
        sx={{ zIndex: 'modal' }}
      >
        <Paper
          variant="outlined"
          sx={{ mt: 1, p: 1, width: 520, maxWidth: '92vw', maxHeight: '70vh', overflowY: 'auto' }}
          aria-busy={!isSettled}
        >
          <Box
            role="listbox"
            id={listId}
            aria-label={t(text.trim() === '' ? 'search.recent' : 'search.suggestions')}
          >
            {options.map((one) => (
              <Option
                key={one.id}
                id={`${listId}-${one.id}`}
                option={one}
                // What was searched for last, and the search itself, are what was typed.
                typed={one.id.startsWith('search-') ? null : text}
                isActive={one === option}
                onPoint={() => setActive(one.id)}
                onChoose={() => choose(one)}
              />
            ))}
          </Box>
          {failed && (
            <Typography variant="caption" component="p" role="status" sx={{ px: 2, pt: 2, pb: 1 }}>
              {t('search.suggestionsFailed')}
            </Typography>
          )}
        </Paper>
      </Popper>
    </>
  );
}

/** Notes on which screen somebody was before the search. It draws nothing, so that a step does not draw the field again. */
function LastScreen({ from }: { from: RefObject<string> }): null {
  const [path] = useLocation();
  useEffect(() => {
    if (queryOfPath(path) === null) from.current = path;
  }, [path, from]);
  return null;
}

const searchPath = (query: string) => `/search/${encodeURIComponent(query)}`;

function Option(props: {
  id: string;
  option: SearchOption;
  /** What is to be marked; null where nothing is. */
  typed: string | null;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}) {
  const { option, isActive } = props;
  const Icon = option.icon;
  return (
    <Box
      id={props.id}
      role="option"
      aria-selected={isActive}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={isActive ? undefined : props.onPoint}
      onClick={props.onChoose}
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
        '& span.cut': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
      }}
    >
      <Icon size={15} aria-hidden />
      <Box component="span" className="cut" sx={{ flex: 'none', maxWidth: '60%', fontWeight: 500 }}>
        <MarkedText
          text={option.label}
          ranges={props.typed === null ? [] : marksOf(option.label, props.typed)}
        />
      </Box>
      <SaidBeside
        about={{ text: option.about, ranges: props.typed === null ? [] : marksOf(option.about, props.typed) }}
        hit={option.hit}
        hitField={option.hitField}
      />
    </Box>
  );
}
