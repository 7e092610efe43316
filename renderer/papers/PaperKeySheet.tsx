import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { X } from 'lucide-react';
import { useWords } from '../app/locale/i18n.ts';
import { KeyHint } from '../parts/KeyHint.tsx';

type Line = { keys: readonly string[]; words: string };

/** The keys of a paper, which `?` opens over it. */
export function PaperKeySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useWords();
  const enter = t('papers.keys.enter');
  const groups: { title: string; lines: Line[] }[] = [
    {
      title: t('papers.keys.move'),
      lines: [
        { keys: ['J', 'K', '→', '←'], words: t('papers.keys.page') },
        { keys: [t('papers.keys.home'), t('papers.keys.end')], words: t('papers.keys.ends') },
        { keys: ['.', ','], words: t('papers.keys.paper') },
        { keys: ['Esc'], words: t('papers.viewer.close') },
        { keys: ['?'], words: t('papers.keys.sheet') },
      ],
    },
    {
      title: t('papers.keys.look'),
      lines: [
        { keys: ['+', '-'], words: t('papers.keys.zoom') },
        { keys: ['0'], words: t('papers.zoom.page') },
        { keys: ['1'], words: t('papers.zoom.actual') },
        { keys: ['W'], words: t('papers.zoom.width') },
        { keys: ['R', '⇧R'], words: t('papers.keys.rotate') },
        { keys: ['T'], words: t('papers.pages.thumbnails') },
      ],
    },
    {
      title: t('papers.keys.act'),
      lines: [
        { keys: ['/', 'Ctrl F'], words: t('papers.search.open') },
        { keys: [enter, `⇧${enter}`], words: t('papers.keys.found') },
        { keys: ['P', 'Ctrl P'], words: t('papers.print.open') },
        { keys: ['D'], words: t('papers.saveOriginal') },
      ],
    },
  ];
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby="paper-keys-title" maxWidth="lg">
      <DialogTitle id="paper-keys-title" variant="h2" component="h2" sx={{ pr: 14 }}>
        {t('papers.keys.title')}
      </DialogTitle>
      <IconButton
        aria-label={t('frame.keys.close')}
        onClick={onClose}
        sx={{ position: 'absolute', top: 12, right: 12 }}
      >
        <X size={16} />
      </IconButton>
      <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'repeat(3, auto)', columnGap: 10, pb: 8 }}>
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
