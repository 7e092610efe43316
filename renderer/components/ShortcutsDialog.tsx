import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { X } from 'lucide-react';
import { useId } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from './Box.tsx';
import { Kbd } from './Kbd.tsx';
import { Typography } from './Typography.tsx';

/** What some keys do, under one title. */
export interface KeyGroup {
  title: string;
  lines: readonly { keys: readonly string[]; label: string }[];
}

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  groups: readonly KeyGroup[];
  /** Shown below all groups. */
  foot?: string;
};

/** The keys of a place, in columns, as `?` opens them. */
export function ShortcutsDialog({ open, onClose, title, groups, foot }: Props) {
  const { t } = useI18n();
  const titleId = useId();
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={titleId} maxWidth="lg">
      <DialogTitle id={titleId} variant="h2" component="h2" sx={{ pr: 14 }}>
        {title}
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
              sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', gap: 2, columnGap: 4 }}
            >
              {group.lines.map((line) => (
                <Box key={line.keys.join()} sx={{ display: 'contents' }}>
                  <Box component="dt" sx={{ display: 'flex', gap: 1 }}>
                    {line.keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </Box>
                  <Typography component="dd" variant="body2">
                    {line.label}
                  </Typography>
                </Box>
              ))}
            </Box>
          </Box>
        ))}
        {foot !== undefined && (
          <Typography variant="caption" component="p" sx={{ gridColumn: '1 / -1', mt: 6 }}>
            {foot}
          </Typography>
        )}
      </DialogContent>
    </Dialog>
  );
}
