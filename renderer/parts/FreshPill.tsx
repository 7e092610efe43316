import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { ArrowUp } from 'lucide-react';
import { useWords } from '../app/locale/i18n.ts';

/** "3 nuevas": what arrived since, pulled in when the reader wants it. Stands in the list's head, over no row. */
export function FreshPill({ count, more, onPull }: { count: number; more: boolean; onPull: () => void }) {
  const { t } = useWords();
  return (
    <Box role="status" sx={{ ml: 'auto', height: 24 }}>
      {count > 0 && (
        <Button
          size="small"
          variant="contained"
          startIcon={<ArrowUp size={14} />}
          onClick={onPull}
          sx={{ minHeight: 24, py: 0, borderRadius: 3 }}
        >
          {more ? t('common.freshMany', { count }) : t('common.fresh', { count })}
        </Button>
      )}
    </Box>
  );
}
