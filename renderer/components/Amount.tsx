import { useI18n } from '../app/locale/i18n.ts';
import { Box } from './Box.tsx';

/** A decimal text as money; `bare` leaves the currency to the column's heading. */
export function Amount({
  value,
  bare = false,
  currency = 'DOP',
}: {
  value: string | null;
  bare?: boolean;
  currency?: string;
}) {
  const { format } = useI18n();
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      {bare ? format.amount(value) : format.money(value, currency)}
    </Box>
  );
}
