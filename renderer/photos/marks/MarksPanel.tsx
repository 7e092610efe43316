import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Eye, EyeOff } from 'lucide-react';
import type { Annotation } from '#shared/contract/attachments.ts';
import { useI18n } from '../../app/locale/i18n.ts';
import { Kbd } from '../../components/Kbd.tsx';
import { MarkForm } from './MarkForm.tsx';
import { MarkItem } from './MarkItem.tsx';
import { numbersOf } from './shapes.ts';
import type { MarkingHand } from './useMarking.ts';
import { useMarks } from './useMarks.ts';

type Props = {
  photo: number;
  marks: readonly Annotation[];
  hand: MarkingHand;
  chosen: number | null;
  onChoose: (id: number) => void;
  shown: boolean;
  onShown: (shown: boolean) => void;
};

/** Every mark and note of the photo in words, and the one that is being made. */
export function MarksPanel({ photo, marks, hand, chosen, onChoose, shown, onShown }: Props) {
  const { t } = useI18n();
  const change = useMarks(photo);
  const numbers = numbersOf(marks);
  const { marking } = hand;
  return (
    <>
      {marking.phase !== 'none' && (
        <Box sx={(theme) => ({ p: 4, borderBottom: `1px solid ${theme.perito.scheme.line}` })}>
          {marking.phase === 'writing' ? (
            <MarkForm
              key={marking.shape.kind}
              label={t(marking.shape.kind === 'note' ? 'photos.marks.noteText' : 'photos.marks.text')}
              save={t(marking.shape.kind === 'note' ? 'photos.marks.saveNote' : 'photos.marks.save')}
              discard={t('photos.marks.discard')}
              needsText={marking.shape.kind === 'note'}
              busy={change.busy}
              onSave={(text) => change.add(marking.shape, text, hand.drop)}
              onDiscard={hand.drop}
            />
          ) : (
            <Typography variant="body2" role="status">
              {marking.phase === 'placing'
                ? t('photos.marks.place')
                : t(marking.tool === 'point' ? 'photos.marks.drawPoint' : 'photos.marks.draw')}
            </Typography>
          )}
        </Box>
      )}
      {numbers.size > 0 && (
        <Box sx={{ px: 3, py: 1.5 }}>
          <Button
            size="small"
            variant="text"
            color="inherit"
            startIcon={shown ? <EyeOff size={14} /> : <Eye size={14} />}
            aria-keyshortcuts="H"
            onClick={() => onShown(!shown)}
          >
            {t(shown ? 'photos.marks.hide' : 'photos.marks.show')}
            <Kbd gap>H</Kbd>
          </Button>
        </Box>
      )}
      {marks.length === 0 && marking.phase === 'none' && (
        <Box sx={{ p: 4 }}>
          <Typography variant="body2">{t('photos.marks.none')}</Typography>
          <Typography variant="caption" component="p" sx={{ mt: 1 }}>
            {t('photos.marks.noneText')}
          </Typography>
        </Box>
      )}
      <Box component="ul" aria-label={t('photos.marks.title')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {marks.map((mark) => (
          <MarkItem
            key={mark.id}
            mark={mark}
            number={numbers.get(mark.id) ?? null}
            chosen={mark.id === chosen}
            onChoose={() => onChoose(mark.id)}
            marks={change}
          />
        ))}
      </Box>
    </>
  );
}
