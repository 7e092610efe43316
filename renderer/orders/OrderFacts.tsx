import type { RecordDetail } from '#shared/contract/records.ts';
import type { PurchaseOrder } from '#shared/marketplace/purchase-order.ts';
import type { RecordContent } from '#shared/marketplace/record-content.ts';
import type { ServiceOrder } from '#shared/marketplace/service-order.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useReferenceName } from '../app/names.ts';
import { Amount } from '../components/Amount.tsx';
import { Field, Fields, Section } from '../components/Fields.tsx';
import { ClaimAndTender, ClaimFileLink, Company, CopiedId, Instant, OrNone } from '../records/Facts.tsx';

/** Who, for which claim, and where to: what is asked of an order first. */
export function OrderFacts({ record }: { record: RecordDetail }) {
  const { t } = useI18n();
  const { content } = record;
  return (
    <Section title={t('records.detail.section.facts')}>
      <Fields>
        {content.kind === 'purchaseOrder' && <PurchaseOrderFields order={content.order} />}
        {content.kind === 'serviceOrder' && <ServiceOrderFields order={content.order} />}
      </Fields>
    </Section>
  );
}

/** Where the order comes from, and its names at the marketplace. */
export function OrderOrigin({ record }: { record: RecordDetail }) {
  const { t } = useI18n();
  const { content } = record;
  if (!isOrder(content)) return null;
  return (
    <Section title={t('records.detail.section.origin')}>
      <Fields>
        <Created order={content.order} />
        <Field
          label={t('orders.facts.marketplaceId')}
          at={content.kind === 'purchaseOrder' ? '/purchaseOrderId' : '/serviceOrderId'}
        >
          <CopiedId value={record.marketplaceId} label={t('orders.facts.marketplaceId')} />
        </Field>
      </Fields>
    </Section>
  );
}

function Created({ order }: { order: PurchaseOrder | ServiceOrder }) {
  const { t } = useI18n();
  return (
    <>
      <Field label={t('orders.facts.createdBy')} at={['/createdByDisplayName', '/createdByEmailAddress']}>
        <OrNone>{order.createdByDisplayName}</OrNone>
        {order.createdByEmailAddress !== null && (
          <>
            <br />
            {order.createdByEmailAddress}
          </>
        )}
      </Field>
      <Field label={t('orders.facts.createdOn')} at="/createdOnUtcDate">
        <Instant value={order.createdOnUtcDate} />
      </Field>
      <Field label={t('records.facts.claimId')} at="/claimId">
        <ClaimFileLink by="claimId" value={order.claimId} label={t('records.facts.claimId')} />
      </Field>
    </>
  );
}

function PurchaseOrderFields({ order }: { order: PurchaseOrder }) {
  const { t } = useI18n();
  const category = useReferenceName(null, order.itemCategoryId, order.itemCategoryName);
  return (
    <>
      <Field label={t('records.facts.supplier')} at={['/supplierName', '/supplierTaxId']}>
        <Company name={order.supplierName} taxId={order.supplierTaxId} />
      </Field>
      <Field label={t('records.facts.workshop')} at={['/workshopName', '/workshopTaxId']}>
        <Company name={order.workshopName} taxId={order.workshopTaxId} />
      </Field>
      <Field label={t('orders.facts.deliverTo')} at="/deliverTo">
        <OrNone>{order.deliverTo}</OrNone>
      </Field>
      <ClaimAndTender claim={order.insuranceClaimNumber} tender={order.requestId} />
      <Field label={t('orders.facts.category')} at="/itemCategoryName">
        <OrNone>{category}</OrNone>
      </Field>
      <DeductibleAndComments order={order} />
    </>
  );
}

function ServiceOrderFields({ order }: { order: ServiceOrder }) {
  const { t } = useI18n();
  const days = order.deliveryDays;
  return (
    <>
      <Field label={t('records.facts.workshop')} at={['/workshopPersonName', '/workshopPersonTaxId']}>
        <Company name={order.workshopPersonName} taxId={order.workshopPersonTaxId} />
      </Field>
      <ClaimAndTender claim={order.insuranceClaimNumber} tender={order.requestId} />
      <Field label={t('orders.facts.deliveryDays')} at="/deliveryDays">
        <OrNone>{days === null ? null : t('records.facts.days', { count: days })}</OrNone>
      </Field>
      <DeductibleAndComments order={order} />
    </>
  );
}

/** What both kinds of order end with. */
function DeductibleAndComments({ order }: { order: PurchaseOrder | ServiceOrder }) {
  const { t } = useI18n();
  return (
    <>
      <Field label={t('orders.facts.deductible')} at="/deductibleAmount">
        <Amount value={order.deductibleAmount} />
      </Field>
      <Field
        label={t('records.facts.comments')}
        at="/comments"
        wide={order.comments !== null && order.comments !== ''}
      >
        <OrNone>{order.comments}</OrNone>
      </Field>
    </>
  );
}

type OrderContent = Extract<RecordContent, { kind: 'purchaseOrder' | 'serviceOrder' }>;

/** Whether a record's content is an order's. */
export const isOrder = (content: RecordContent): content is OrderContent =>
  content.kind === 'purchaseOrder' || content.kind === 'serviceOrder';
