import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { TimelineEntry } from '#shared/contract/claims.ts';
import { useActorName } from '../app/actor-name.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { RelativeTime } from '../components/RelativeTime.tsx';

/** So many that the timeline stays in sight; all of them stand there. */
const shown = 3;

export const notesOf = (timeline: readonly TimelineEntry[]): TimelineEntry[] =>
  timeline.filter(({ event }) => event === 'note');

/** The newest notes of all records. */
export function DossierNotes({ notes }: { notes: readonly TimelineEntry[] }) {
  const { t } = useI18n();
  const who = useActorName();
  if (notes.length === 0)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('claims.files.noNotes')}
      </Typography>
    );
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {notes
        .slice(-shown)
        .toReversed()
        .map((note) => (
          <Box
            component="li"
            key={`${note.at} ${note.text}`}
            sx={{ display: 'flex', gap: 2, alignItems: 'baseline', minWidth: 0 }}
          >
            <Typography
              variant="body2"
              noWrap
              title={note.who === null ? (note.text ?? '') : `${note.text} — ${who(note.who)}`}
              sx={{ minWidth: 0 }}
            >
              {note.text}
            </Typography>
            <Typography variant="caption" sx={{ flex: 'none' }}>
              <RelativeTime at={note.at} />
            </Typography>
          </Box>
        ))}
    </Box>
  );
}
