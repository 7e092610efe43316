import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { X } from 'lucide-react';
import { useWords } from '../../app/locale/i18n.ts';
import { KeyHint } from '../../parts/KeyHint.tsx';

type Line = { keys: readonly string[]; words: string };

/** The keys of the photos, which `?` opens over them. */
export function PhotoKeySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useWords();
  const groups: { title: string; lines: Line[] }[] = [
    {
      title: t('photos.keys.move'),
      lines: [
        { keys: ['←', '→', 'K', 'J'], words: t('photos.keys.flip') },
        { keys: [t('photos.keys.home'), t('photos.keys.end')], words: t('photos.keys.ends') },
        { keys: ['⇧←', '⇧→', '⇧↑', '⇧↓'], words: t('photos.keys.pan') },
        { keys: ['Esc'], words: t('photos.do.close') },
        { keys: ['?'], words: t('photos.do.keys') },
      ],
    },
    {
      title: t('photos.keys.look'),
      lines: [
        { keys: ['+', '-'], words: t('photos.keys.zoom') },
        { keys: ['0'], words: t('photos.do.fit') },
        { keys: ['1'], words: t('photos.do.oneToOne') },
        { keys: ['R', '⇧R'], words: t('photos.keys.turn') },
        { keys: ['B', '⇧B'], words: t('photos.keys.bright') },
        { keys: ['T', '⇧T'], words: t('photos.keys.contrast') },
        { keys: ['X'], words: t('photos.do.reset') },
      ],
    },
    {
      title: t('photos.keys.beside'),
      lines: [
        { keys: ['I'], words: t('photos.do.info') },
        { keys: ['M'], words: t('photos.do.mark') },
        { keys: ['N'], words: t('photos.do.note') },
        { keys: ['H'], words: t('photos.do.marks') },
        { keys: ['C'], words: t('photos.do.compare') },
        { keys: ['L'], words: t('photos.do.link') },
        { keys: ['S'], words: t('photos.do.swap') },
        { keys: ['A'], words: t('photos.do.side') },
        { keys: ['D'], words: t('photos.do.save') },
      ],
    },
  ];
  const pointer = [t('photos.keys.wheel'), t('photos.keys.drag'), t('photos.keys.double')];
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby="photo-keys-title" maxWidth="lg">
      <DialogTitle id="photo-keys-title" variant="h2" component="h2" sx={{ pr: 14 }}>
        {t('photos.keys.title')}
      </DialogTitle>
      <IconButton
        aria-label={t('frame.keys.close')}
        onClick={onClose}
        sx={{ position: 'absolute', top: 12, right: 12 }}
      >
        <X size={16} />
      </IconButton>
      <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'repeat(3, auto)', columnGap: 10, pb: 6 }}>
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
                <Box key={line.keys.join()} sx={{ display: 'contents' }}>
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
        <Typography variant="caption" component="p" sx={{ gridColumn: '1 / -1', mt: 6 }}>
          {pointer.join(' · ')}
        </Typography>
      </DialogContent>
    </Dialog>
  );
}
