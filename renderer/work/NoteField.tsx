import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Note } from '#shared/contract/records.ts';
import { type Draft, useDraft } from '../app/drafts.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useActorName } from '../app/names.ts';
import { Box } from '../components/Box.tsx';
import { Form, TextField } from '../components/FormFields.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { Typography } from '../components/Typography.tsx';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';
import { type Colleague, useColleagues } from './colleagues.ts';
import { matching, mentionsIn, partsOf, typedMention } from './mentions.ts';

const maxNote = 4000;
const maxOffered = 6;

type Props = {
  /** What it is a note on, under which it is kept while it is written. */
  draft: Draft;
  isPending: boolean;
  /** `done` empties the field. */
  onAdd: (note: { text: string; mentions: number[] }, done: () => void) => void;
  field: RefObject<HTMLTextAreaElement | null>;
};

/** Writes a note; `@` offers colleagues by name while it is typed, and who stands in it is told. */
export function NoteField({ draft, isPending, onAdd, field }: Props) {
  const { t } = useI18n();
  const [text, setText] = useDraft(draft);
  const { people } = useColleagues();
  const listId = useId();
  const [caret, setCaret] = useState(0);
  const [active, setActive] = useState(0);
  /** Where an `@` stands whose list somebody closed. */
  const [closed, setClosed] = useState<number | null>(null);
  const anchor = useRef<HTMLDivElement>(null);
  const typed = typedMention(text, caret);
  const offered =
    typed === null || typed.from === closed ? [] : matching(people, typed.letters).slice(0, maxOffered);
  const chosen = offered[Math.min(active, offered.length - 1)] ?? null;
  const send = () => {
    if (text.trim() === '' || isPending) return;
    onAdd({ text: text.trim(), mentions: mentionsIn(text, people) }, () => {
      setText('');
      setCaret(0);
    });
  };
  const follow = () => {
    const at = field.current?.selectionStart ?? 0;
    if (at !== caret) setActive(0);
    setCaret(at);
  };
  const mention = (person: Colleague) => {
    if (typed === null) return;
    const before = `${text.slice(0, typed.from)}@${person.name} `;
    // The caret is after the name before the next key comes: a letter typed meanwhile would stand behind the rest.
    flushSync(() => {
      setText(before + text.slice(caret).replace(/^ /, ''));
      setActive(0);
      setCaret(before.length);
    });
    field.current?.focus();
    field.current?.setSelectionRange(before.length, before.length);
  };
  /** Whether the list of people took the key. */
  const picks = (event: KeyboardEvent): boolean => {
    if (chosen === null) return false;
    const place = offered.indexOf(chosen);
    const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (move !== 0) setActive((place + move + offered.length) % offered.length);
    else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab')
      mention(chosen);
    else if (event.key === 'Escape') setClosed(typed?.from ?? null);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return (
    <Form
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.target !== field.current) return;
        if (picks(event)) return;
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        if (event.key === 'Escape') field.current?.blur();
      }}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        alignItems: 'flex-end',
        maxWidth: 720,
      }}
    >
      <Box ref={anchor} onKeyUp={follow} onClick={follow} sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <TextField
          label={t('records.notes.label')}
          placeholder={t('work.notes.placeholder')}
          value={text}
          onChange={(changed) => {
            setText(changed);
            setActive(0);
            setCaret(field.current?.selectionStart ?? changed.length);
          }}
          rows={1}
          maxLength={maxNote}
          inputProps={{
            'aria-autocomplete': 'list',
            'aria-haspopup': 'listbox',
            ...(chosen === null
              ? {}
              : { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${chosen.id}` }),
          }}
          inputRef={(element: HTMLInputElement | HTMLTextAreaElement | null) => {
            field.current = element instanceof HTMLTextAreaElement ? element : null;
          }}
        />
      </Box>
      <VisuallyHidden>
        <span role="status">
          {chosen !== null && t('work.notes.offered', { count: offered.length, name: chosen.name })}
        </span>
      </VisuallyHidden>
      <Popper
        open={chosen !== null}
        anchorEl={() => anchor.current ?? document.body}
        placement="bottom-start"
        disablePortal
        role="presentation"
        sx={{ zIndex: 'modal' }}
      >
        <Paper variant="outlined" sx={{ mt: 1, py: 1, minWidth: 220 }}>
          <Box component="ul" role="listbox" id={listId} aria-label={t('work.notes.mention')}>
            {offered.map((person) => (
              <Box
                component="li"
                role="option"
                key={person.id}
                id={`${listId}-${person.id}`}
                aria-selected={person === chosen}
                // The focus stays where somebody writes.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => mention(person)}
                sx={{
                  typography: 'body2',
                  px: 3,
                  py: 1.5,
                  cursor: 'pointer',
                  '&:hover': { bgcolor: 'action.hover' },
                  '&[aria-selected="true"]': { bgcolor: 'action.selected' },
                }}
              >
                {person.name}
              </Box>
            ))}
          </Box>
        </Paper>
      </Popper>
      <Button type="submit" disabled={text.trim() === '' || isPending}>
        {t('records.notes.add')}
      </Button>
    </Form>
  );
}

/** A note: who wrote it, when, and its text, in which the names of those it mentions stand out. */
export function NoteText({ note }: { note: Note }) {
  const { t, locale } = useI18n();
  const actorName = useActorName();
  const { all, me, nameOf } = useColleagues();
  const parts = partsOf(
    note.text,
    all.filter(({ id }) => note.mentions.includes(id)),
  );
  const named = new Set(parts.map(({ person }) => person));
  // Whoever was renamed since is not found in the text.
  const others = note.mentions.filter((id) => !named.has(id)).map(nameOf);
  return (
    <>
      <Typography variant="caption" component="div">
        {actorName(note.who)} · <RelativeTime at={note.at} />
        {others.length > 0 &&
          ` · ${t('work.notes.mentions', { names: new Intl.ListFormat(locale).format(others) })}`}
      </Typography>
      <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {parts.map(({ text, person }, index) =>
          person === null ? (
            text
          ) : (
            <Box
              component="span"
              // Parts of a text that never changes.
              // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name
              key={index}
              sx={{
                fontWeight: 600,
                color: 'accent.main',
                ...(person === me ? { bgcolor: 'accent.soft', borderRadius: 0.5, px: 0.5 } : {}),
              }}
            >
              {text}
            </Box>
          ),
        )}
      </Typography>
    </>
  );
}
