import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { CancellationRow } from '#shared/contract/cancellations.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Kbd } from '../components/Kbd.tsx';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';
import { Countdown } from './Countdown.tsx';

type Props = { row: CancellationRow | null; onOpen: (row: CancellationRow) => void };

/** Leads to the held call with the least time left, wherever it stands in the list; in its head, over no row. */
export function MostUrgent({ row, onOpen }: Props) {
  const { t } = useI18n();
  return (
    <Box role="status" sx={{ ml: 'auto', height: 24 }}>
      {row !== null && row.heldUntil !== null && (
        <Button
          size="small"
          color="inherit"
          onClick={() => onOpen(row)}
          aria-keyshortcuts="U"
          sx={{ minHeight: 24, py: 0, gap: 1.5 }}
        >
          <VisuallyHidden>
            {t('cancellations.row.mostUrgent', { number: row.orderNumber ?? String(row.marketplaceId) })}
          </VisuallyHidden>
          <span aria-hidden>{t('cancellations.row.urgent')}</span>
          <Countdown heldUntil={row.heldUntil} heldSince={row.lastAskedAt} size={16} />
          <Kbd>U</Kbd>
        </Button>
      )}
    </Box>
  );
}
