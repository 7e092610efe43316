import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { ArrowUp } from 'lucide-react';

/** "3 nuevas": what arrived since, pulled in when the reader wants it; null while nothing did. In the list's head, over no row. */
export function NewItemsButton({ label, onPull }: { label: string | null; onPull: () => void }) {
  return (
    <Box role="status" sx={{ ml: 'auto', height: 24 }}>
      {label !== null && (
        <Button
          size="small"
          variant="contained"
          startIcon={<ArrowUp size={14} />}
          onClick={onPull}
          sx={{ minHeight: 24, py: 0, borderRadius: 3 }}
        >
          {label}
        </Button>
      )}
    </Box>
  );
}
