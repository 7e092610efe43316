import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import type { CancellationDetail } from '#shared/contract/cancellations.ts';
import { useI18n } from '../app/locale/i18n.ts';
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
        sx={(theme) => ({
          ...theme.typography.body2,
          borderCollapse: 'collapse',
          '& th': { ...theme.typography.caption, color: 'inherit', textAlign: 'left', pr: 5, py: 0 },
          '& td': { pr: 5, py: 0, overflowWrap: 'anywhere' },
          '& td:nth-of-type(1)': { fontWeight: 600 },
        })}
      >
        <thead>
          <tr>
            <th scope="col">{t('cancellations.mismatch.what')}</th>
            <th scope="col">{t('cancellations.mismatch.asked')}</th>
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
