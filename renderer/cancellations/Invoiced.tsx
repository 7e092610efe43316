import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Big from 'big.js';
import type { InvoicedOfOrder } from '#shared/contract/cancellations.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Amount } from '../components/Amount.tsx';

/** Those who have something left to credit once the order is cancelled. */
export const toBeCredited = (invoiced: readonly InvoicedOfOrder[]) =>
  invoiced.filter(({ toCredit }) => new Big(toCredit).gt(0));

type Props = {
  invoiced: readonly InvoicedOfOrder[];
  /** The text that asks for a credit note, and what takes it as the text of a refusal; null where it is not proposed. */
  text: string;
  onText: (() => void) | null;
};

/** What each party invoiced for the order and has not credited: it stays open when the order is cancelled. */
export function Invoiced({ invoiced, text, onText }: Props) {
  const { t } = useI18n();
  const open = toBeCredited(invoiced);
  if (open.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {open.map((one) => (
        <Box key={`${one.currency} ${one.partyTaxId ?? one.party}`}>
          <strong>{one.party ?? t('records.row.noParty')}</strong>: {t('cancellations.invoiced.invoiced')}{' '}
          <Amount value={one.invoiced} currency={one.currency} />
          {new Big(one.credited).gt(0) && (
            <>
              {', '}
              {t('cancellations.invoiced.credited')} <Amount value={one.credited} currency={one.currency} />
            </>
          )}
          {'. '}
          {t('cancellations.invoiced.remains')}{' '}
          <strong>
            <Amount value={one.toCredit} currency={one.currency} />
          </strong>
          .
        </Box>
      ))}
      {onText !== null && (
        <Box sx={{ mt: 1, display: 'flex', gap: 3, alignItems: 'center' }}>
          <span>{t('cancellations.invoiced.proposed', { text })}</span>
          <Button size="small" color="inherit" onClick={onText} sx={{ flex: 'none' }}>
            {t('cancellations.invoiced.use')}
          </Button>
        </Box>
      )}
    </Alert>
  );
}

const asksForCredit = /nota\s+de\s+cr[eé]dito|credit\s+note/i;

/** The office's own reason that asks for a credit note, else the one that comes with the program. */
export function creditNoteText(reasons: readonly string[], otherwise: string): string {
  return reasons.find((reason) => asksForCredit.test(reason)) ?? otherwise;
}
