import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { BadgeCheck, CircleHelp, Infinity as Endless, TriangleAlert } from 'lucide-react';
import type { FinancialDocument } from '#shared/marketplace/financial-document.ts';
import type { Receipt } from '#shared/rules/ncf.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Code } from '../components/Code.tsx';
import { Field, Fields, Section } from '../components/Fields.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { Id, Said } from '../records/Facts.tsx';
import { receiptState } from './receipt-standing.ts';

const validities = {
  valid: { tone: 'matched', icon: BadgeCheck },
  expired: { tone: 'refusal', icon: TriangleAlert },
  noExpiry: { tone: 'neutral', icon: Endless },
  unknownExpiry: { tone: 'waiting', icon: CircleHelp },
} as const;

/** The tax receipt explained: its form and type in words, its validity against the document's day, what it modifies. */
export function TaxReceipt({ document }: { document: FinancialDocument }) {
  const { t, format } = useI18n();
  const typeWords = useReceiptType();
  const standing = receiptState(document);
  const said = document.taxReceipt;
  const number = said?.taxReceiptNumber?.trim() ?? '';
  return (
    <Section title={t('documents.section.receipt')} at={['/taxReceipt', '/taxReceipt/taxReceiptNumber']}>
      {standing === null ? (
        <Typography variant="body2" sx={{ color: 'warning.main' }}>
          {t('documents.receipt.none')}
        </Typography>
      ) : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mb: 3 }}>
          <Typography variant="h3" component="p">
            <Code value={standing.receipt.number} what={t('documents.receipt.number').toLocaleLowerCase()} />
          </Typography>
          <Typography variant="body2">{typeWords(standing.receipt)}</Typography>
          <StateChip {...validities[standing.validity]} label={t(`documents.receipt.${standing.validity}`)} />
        </Box>
      )}
      <Fields>
        <Field label={t('documents.receipt.validTo')} at="/taxReceipt/taxReceiptExpiration">
          <Said>{said?.taxReceiptExpiration == null ? null : format.day(said.taxReceiptExpiration)}</Said>
        </Field>
        <Field label={t('documents.receipt.modifies')} at="/taxReceipt/relatedTaxReceiptNumber">
          <Id
            value={said?.relatedTaxReceiptNumber ?? null}
            what={t('documents.receipt.modifies').toLocaleLowerCase()}
          />
        </Field>
        {standing !== null && number !== standing.receipt.number && (
          <Field label={t('documents.receipt.written')} at="/taxReceipt/taxReceiptNumber">
            {number}
          </Field>
        )}
        <Field
          label={t('documents.receipt.said')}
          at={[
            '/taxReceipt/taxReceiptPrefix',
            '/taxReceipt/taxReceiptCode',
            '/taxReceipt/taxReceiptTypeName',
          ]}
        >
          <Said>
            {[said?.taxReceiptPrefix, said?.taxReceiptCode, said?.taxReceiptTypeName]
              .filter((text) => text !== null && text !== undefined && text !== '')
              .join(' · ')}
          </Said>
        </Field>
      </Fields>
    </Section>
  );
}

/** "e-CF · 31 · Factura de crédito fiscal electrónica". */
function useReceiptType(): (receipt: Receipt) => string {
  const { t } = useI18n();
  return ({ form, type, typeCode, isElectronic }) => {
    const label =
      type === null
        ? typeCode === null
          ? null
          : t('documents.receipt.typeUnknown', { code: typeCode })
        : t('documents.receipt.typed', {
            code: typeCode ?? '',
            type: t(`documents.receipt.${isElectronic ? 'electronicTypes' : 'types'}.${type}`),
          });
    return [t(`documents.receipt.form.${form}`), label].filter(Boolean).join(' · ');
  };
}
