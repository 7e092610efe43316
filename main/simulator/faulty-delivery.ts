/** Deliveries that are wrong in one way each, with a valid key: the receiver must refuse and keep them. */
import type { RecordKind } from '#shared/terms.ts';
import { type Delivery, deliveryPaths, identityNames } from './delivery.ts';

export const faults = ['notJson', 'notAnObject', 'noIdentity', 'noItems', 'otherIdInPath'] as const;
export type Fault = (typeof faults)[number];

/** The faults that a delivery of each kind can have: only purchase orders need parts, only orders are cancelled. */
export const faultsOf: Record<RecordKind, readonly Fault[]> = {
  purchaseOrder: faults,
  serviceOrder: ['notJson', 'notAnObject', 'noIdentity', 'otherIdInPath'],
  incidentReport: ['notJson', 'notAnObject', 'noIdentity'],
  financialDocument: ['notJson', 'notAnObject', 'noIdentity'],
};

/** Throws a RangeError where a delivery of this kind cannot have the fault. */
export function makeFaultyDelivery(fault: Fault, { kind, body }: Delivery): { path: string; body: string } {
  if (!faultsOf[kind].includes(fault)) throw new RangeError(`${kind} cannot be wrong in the way ${fault}`);
  const path = deliveryPaths[kind];
  const identity = identityNames[kind];
  const text = JSON.stringify(body);
  switch (fault) {
    case 'notJson':
      return { path, body: text.slice(0, Math.floor(text.length / 2)) };
    case 'notAnObject':
      return { path, body: `[${text}]` };
    case 'noIdentity': {
      const members = Object.entries(body).filter(([name]) => name !== identity);
      return { path, body: JSON.stringify(Object.fromEntries(members)) };
    }
    case 'noItems':
      return { path, body: JSON.stringify({ ...body, items: [] }) };
    case 'otherIdInPath': {
      const id = Number(Reflect.get(body, identity));
      const asked = { [identity]: id, requestId: 'requestId' in body ? body.requestId : null };
      const reason = { ...asked, cancellationReason: 'Pieza equivocada' };
      return { path: `${path}/${id + 1}/cancel`, body: JSON.stringify(reason) };
    }
  }
}
