import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import Big from 'big.js';
import type { CancellationDetail, InvoicedOfOrder } from '#shared/contract/cancellations.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Amount } from '../components/Amount.tsx';
import { Box } from '../components/Box.tsx';
import { PlainCode } from '../components/Code.tsx';

type Props = { mismatches: CancellationDetail['mismatches'] };

/** What the marketplace says of the order and the order says otherwise, field by field: it may mean another order. */
export function Mismatches({ mismatches }: Props) {
  const { t } = useI18n();
  if (mismatches.length === 0) return null;
  return (
    <Alert severity="error" variant="standard" role="alert" sx={{ mb: 2 }}>
      <AlertTitle sx={{ fontWeight: 600 }}>{t('cancellations.mismatch.title')}</AlertTitle>
      <Box
        component="table"
        sx={{
          typography: 'body2',
          borderCollapse: 'collapse',
          '& th': { typography: 'caption', color: 'inherit', textAlign: 'left', pr: 5, py: 0 },
          '& td': { pr: 5, py: 0, overflowWrap: 'anywhere' },
          '& td:nth-of-type(1)': { fontWeight: 600 },
        }}
      >
        <thead>
          <tr>
            <th scope="col">{t('cancellations.mismatch.column')}</th>
            <th scope="col">{t('cancellations.mismatch.request')}</th>
            <th scope="col">{t('cancellations.mismatch.order')}</th>
          </tr>
        </thead>
        <tbody>
          {mismatches.map(({ field, asked, order }) => (
            <tr key={`${field} ${asked}`}>
              <th scope="row">{t(`cancellations.mismatch.field.${field}`)}</th>
              <td>
                <PlainCode value={asked} />
              </td>
              <td>
                <PlainCode value={order} />
              </td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Alert>
  );
}

/** The same in a sentence, for whoever is about to approve. */
export function useMismatchText(): (mismatches: Props['mismatches']) => string {
  const { t } = useI18n();
  return (mismatches) =>
    mismatches
      .map(({ field, asked, order }) =>
        t('cancellations.mismatch.sentence', {
          field: t(`cancellations.mismatch.field.${field}`).toLocaleLowerCase(),
          asked,
          order,
        }),
      )
      .join('; ');
}

/** Those who have something left to credit once the order is cancelled. */
export const toBeCredited = (invoiced: readonly InvoicedOfOrder[]) =>
  invoiced.filter(({ toCredit }) => new Big(toCredit).gt(0));

type InvoicedProps = {
  invoiced: readonly InvoicedOfOrder[];
  /** The text that asks for a credit note, and what takes it as the text of a refusal; null where it is not proposed. */
  text: string;
  onText: (() => void) | null;
};

/** What each party invoiced for the order and has not credited: it stays open when the order is cancelled. */
export function Invoiced({ invoiced, text, onText }: InvoicedProps) {
  const { t } = useI18n();
  const open = toBeCredited(invoiced);
  if (open.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {open.map((party) => (
        <Box key={`${party.currency} ${party.partyTaxId ?? party.party}`}>
          <strong>{party.party ?? t('records.row.noParty')}</strong>: {t('cancellations.invoiced.invoiced')}{' '}
          <Amount value={party.invoiced} currency={party.currency} />
          {new Big(party.credited).gt(0) && (
            <>
              {', '}
              {t('cancellations.invoiced.credited')}{' '}
              <Amount value={party.credited} currency={party.currency} />
            </>
          )}
          {'. '}
          {t('cancellations.invoiced.remains')}{' '}
          <strong>
            <Amount value={party.toCredit} currency={party.currency} />
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
