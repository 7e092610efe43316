/** Reads the insurer's answers as strictly as the interface writes them. */
import * as z from 'zod';
import { type CancelledOrderResponse, cancelledOrderResponse } from '#shared/marketplace/cancellation.ts';
import {
  balanceDetails,
  type InsurancePolicyDetails,
  insurancePolicyDetails,
  personTypes,
} from '#shared/marketplace/insurance-policy.ts';
import type { RecordKind } from '#shared/terms.ts';
import type { CallEnd } from './client.ts';
import { readCreated } from './delivery.ts';
import type { DeliveryFailure } from './events.ts';

/** The insurer's number; trouble where there is none, or where the id is not an echo of what was sent. */
export function readDeliveryAnswer(
  kind: RecordKind,
  marketplaceId: number,
  end: CallEnd,
): { number: string } | DeliveryFailure {
  if (end.end !== 'answered') return end;
  const created = readCreated(kind, end.body);
  return created?.id === marketplaceId ? { number: created.number } : notUnderstood(end);
}

export function readCancellationAnswer(end: CallEnd): CancelledOrderResponse | DeliveryFailure {
  return readAs(cancelledOrderResponse, end);
}

/** Interface, "OwnerDetails": of companyInfo and personalInfo the one that is not the owner's is null. */
const ownedPolicy = insurancePolicyDetails.refine(({ owner }) => {
  const isCompany = owner.personTypeId === personTypes.company;
  return (owner.companyInfo !== null) === isCompany && (owner.personalInfo === null) === isCompany;
});

export function readPoliciesAnswer(end: CallEnd): InsurancePolicyDetails[] | DeliveryFailure {
  return readAs(z.array(ownedPolicy), end);
}

export function readBalanceAnswer(end: CallEnd): z.infer<typeof balanceDetails> | DeliveryFailure {
  return readAs(balanceDetails, end);
}

function readAs<Answer>(schema: z.ZodType<Answer>, end: CallEnd): Answer | DeliveryFailure {
  if (end.end !== 'answered') return end;
  const read = schema.safeParse(end.body);
  return read.success ? read.data : notUnderstood(end);
}

function notUnderstood({ status, body }: Extract<CallEnd, { end: 'answered' }>): DeliveryFailure {
  return { end: 'notUnderstood', status, body };
}
