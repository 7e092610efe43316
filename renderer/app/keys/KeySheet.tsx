import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { X } from 'lucide-react';
import { KeyHint } from '../../parts/KeyHint.tsx';
import { places } from '../frame/places.ts';
import { useWords } from '../locale/i18n.ts';

type Line = { keys: string[]; words: string };

/** The sheet of keys that `?` opens. */
export function KeySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useWords();
  const groups: { title: string; lines: Line[] }[] = [
    {
      title: t('frame.keys.move'),
      lines: [
        { keys: ['J', '↓'], words: t('frame.keys.next') },
        { keys: ['K', '↑'], words: t('frame.keys.previous') },
        { keys: ['/'], words: t('frame.keys.search') },
        { keys: ['Esc'], words: t('frame.keys.back') },
        { keys: ['?'], words: t('frame.keys.sheet') },
      ],
    },
    {
      title: t('frame.keys.act'),
      lines: [
        { keys: ['E', t('frame.keys.space')], words: t('frame.keys.reviewed') },
        { keys: ['A'], words: t('frame.keys.approve') },
        { keys: ['R'], words: t('frame.keys.refuse') },
        { keys: ['N'], words: t('frame.keys.note') },
        { keys: ['F'], words: t('photos.grid.open') },
      ],
    },
    {
      title: t('frame.keys.go'),
      lines: places.map(({ letter, words }) => ({
        keys: ['G', letter.toUpperCase()],
        words: t(`frame.rail.${words}`),
      })),
    },
  ];
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby="key-sheet-title" maxWidth="md">
      <DialogTitle id="key-sheet-title" variant="h2" component="h2" sx={{ pr: 14 }}>
        {t('frame.keys.title')}
      </DialogTitle>
      <IconButton
        aria-label={t('frame.keys.close')}
        onClick={onClose}
        sx={{ position: 'absolute', top: 12, right: 12 }}
      >
        <X size={16} />
      </IconButton>
      <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'repeat(3, auto)', gap: 10, pb: 8 }}>
        {groups.map((group) => (
          <Box key={group.title} component="section">
            <Typography variant="caption" component="h3" sx={{ mb: 2, fontWeight: 600 }}>
              {group.title}
            </Typography>
            <Box
              component="dl"
              sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', gap: 2, columnGap: 4 }}
            >
              {group.lines.map((line) => (
                <Box key={line.words} sx={{ display: 'contents' }}>
                  <Box component="dt" sx={{ display: 'flex', gap: 1 }}>
                    {line.keys.map((key) => (
                      <KeyHint key={key}>{key}</KeyHint>
                    ))}
                  </Box>
                  <Typography component="dd" variant="body2" sx={{ m: 0 }}>
                    {line.words}
                  </Typography>
                </Box>
              ))}
            </Box>
          </Box>
        ))}
      </DialogContent>
    </Dialog>
  );
}
