import type { ReactNode } from 'react';
import type { RecordDetail } from '#shared/contract/records.ts';
import type { PurchaseOrder } from '#shared/marketplace/purchase-order.ts';
import type { ServiceOrder } from '#shared/marketplace/service-order.ts';
import { useWords } from '../app/locale/i18n.ts';
import { Amount } from '../parts/Amount.tsx';
import { Code } from '../parts/Code.tsx';
import { Field, Fields, Section } from '../parts/Fields.tsx';
import { RelativeTime } from '../parts/RelativeTime.tsx';

/** Who, for which claim, and where to: what is asked of an order first. */
export function OrderFacts({ order }: { order: RecordDetail }) {
  const { t } = useWords();
  return (
    <Section title={t('orders.detail.section.facts')}>
      <Fields>
        {order.content.kind === 'purchaseOrder' ? (
          <PurchaseOrderFields order={order.content.order} />
        ) : (
          <ServiceOrderFields order={order.content.order} />
        )}
      </Fields>
    </Section>
  );
}

/** Where the order comes from, and its names at the marketplace. */
export function OrderOrigin({ order }: { order: RecordDetail }) {
  const { t } = useWords();
  const { content } = order;
  return (
    <Section title={t('orders.detail.section.origin')}>
      <Fields>
        <Created order={content.order} />
        <Field label={t('orders.facts.marketplaceId')}>
          <Id value={order.marketplaceId} what={t('orders.facts.marketplaceId')} />
        </Field>
        {content.kind === 'purchaseOrder' && (
          <Field label={t('orders.facts.batch')}>
            <Id value={content.order.batchId} what={t('orders.facts.batch')} />
          </Field>
        )}
        <Field label={t('orders.facts.guid')}>
          <Id
            value={
              content.kind === 'purchaseOrder'
                ? content.order.purchaseOrderGuid
                : content.order.serviceOrderGuid
            }
            what={t('orders.facts.guid')}
          />
        </Field>
      </Fields>
    </Section>
  );
}

function Company({ name, taxId }: { name: string | null; taxId: string | null }) {
  const { t } = useWords();
  return (
    <>
      <Said>{name}</Said>
      {taxId !== null && (
        <>
          <br />
          {t('orders.facts.taxId')} <Code value={taxId} what={t('orders.facts.taxId')} />
        </>
      )}
    </>
  );
}

function Said({ children }: { children: ReactNode }) {
  const { t } = useWords();
  return children === null || children === '' ? (
    <span title={t('orders.facts.absent')}>{t('common.none')}</span>
  ) : (
    children
  );
}

function Id({ value, what }: { value: string | number | null; what: string }) {
  return value === null || value === '' ? <Said>{null}</Said> : <Code value={String(value)} what={what} />;
}

function At({ value }: { value: string | null }) {
  if (value === null) return <Said>{null}</Said>;
  return Number.isNaN(Date.parse(value)) ? value : <RelativeTime at={value} />;
}

function Created({ order }: { order: PurchaseOrder | ServiceOrder }) {
  const { t } = useWords();
  return (
    <>
      <Field label={t('orders.facts.createdBy')}>
        <Said>{order.createdByDisplayName}</Said>
        {order.createdByEmailAddress !== null && (
          <>
            <br />
            {order.createdByEmailAddress}
          </>
        )}
      </Field>
      <Field label={t('orders.facts.createdOn')}>
        <At value={order.createdOnUtcDate} />
      </Field>
      <Field label={t('orders.facts.claimId')}>
        <Id value={order.claimId} what={t('orders.facts.claimId')} />
      </Field>
    </>
  );
}

function ClaimAndTender({ order }: { order: PurchaseOrder | ServiceOrder }) {
  const { t } = useWords();
  return (
    <>
      <Field label={t('orders.facts.claim')}>
        <Id value={order.insuranceClaimNumber} what={t('orders.facts.claim')} />
      </Field>
      <Field label={t('orders.facts.tender')}>
        <Id value={order.requestId} what={t('orders.facts.tender')} />
      </Field>
    </>
  );
}

function PurchaseOrderFields({ order }: { order: PurchaseOrder }) {
  const { t } = useWords();
  return (
    <>
      <Field label={t('orders.facts.supplier')}>
        <Company name={order.supplierName} taxId={order.supplierTaxId} />
      </Field>
      <Field label={t('orders.facts.workshop')}>
        <Company name={order.workshopName} taxId={order.workshopTaxId} />
      </Field>
      <Field label={t('orders.facts.deliverTo')}>
        <Said>{order.deliverTo}</Said>
      </Field>
      <ClaimAndTender order={order} />
      <Field label={t('orders.facts.category')}>
        <Said>{order.itemCategoryName}</Said>
      </Field>
      <DeductibleAndComments order={order} />
    </>
  );
}

function ServiceOrderFields({ order }: { order: ServiceOrder }) {
  const { t } = useWords();
  const days = order.deliveryDays;
  return (
    <>
      <Field label={t('orders.facts.workshop')}>
        <Company name={order.workshopPersonName} taxId={order.workshopPersonTaxId} />
      </Field>
      <ClaimAndTender order={order} />
      <Field label={t('orders.facts.deliveryDays')}>
        <Said>{days === null ? null : t('orders.facts.days', { count: days })}</Said>
      </Field>
      <DeductibleAndComments order={order} />
    </>
  );
}

/** What both kinds of order end with. */
function DeductibleAndComments({ order }: { order: PurchaseOrder | ServiceOrder }) {
  const { t } = useWords();
  return (
    <>
      <Field label={t('orders.facts.deductible')}>
        <Amount value={order.deductibleAmount} />
      </Field>
      <Field label={t('orders.facts.comments')} wide={order.comments !== null && order.comments !== ''}>
        <Said>{order.comments}</Said>
      </Field>
    </>
  );
}
