import { createContext, type RefObject, useContext, useLayoutEffect, useRef, useState } from 'react';
import { elementAround, elementShowing, placeInBody } from '../components/field-anchors.ts';
import { readPointer } from './pointer.ts';

/** A field of the body that a link leads to. */
interface Lead {
  /** RFC 6901 pointer into the received body. */
  inBody: string;
  /** The same in the interface's names and in the positions of the read lines; null where nothing was read. */
  pointer: string | null;
  /** Where the field is searched: on the screen, under technical data, or in the JSON received. */
  among: 'shown' | 'technical' | 'raw';
}

type Leading = {
  lead: Lead | null;
  /** Leads to the field that a pointer into the body points at; null on a screen that is not the record's own. */
  leadTo: ((inBody: string) => void) | null;
};

const LeadContext = createContext<Leading>({ lead: null, leadTo: null });
export const LeadProvider = LeadContext.Provider;

/** The linked field, for parts of a detail that open for it. */
export const useLead = (): Leading => useContext(LeadContext);

/** The `state` of a link to a record that leads to a field of it. */
export const leadState = (inBody: string) => ({ lead: inBody }) as const;

function leadOfHistory(): string | null {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'lead' in state && typeof state.lead === 'string'
    ? state.lead
    : null;
}

/**
 * Leads to fields of a record below `root`: scrolls there, lights the element and gives it the focus. A field that no
 * element shows is looked for under technical data, then its line or part, and last its place in the JSON received.
 */
export function useLeading(
  root: RefObject<Element | null>,
  body: string,
  isTechnical: (lead: Lead) => boolean,
): Leading {
  const [lead, setLead] = useState<Lead | null>(() => {
    const inBody = leadOfHistory();
    return inBody === null ? null : begun(inBody, body);
  });
  const last = useRef<{ lead: Lead | null; element: HTMLElement | null }>({ lead: null, element: null });
  // After each render, when the parts that open for the field are mounted.
  useLayoutEffect(() => {
    if (lead === null || root.current === null || last.current.lead === lead) return;
    const element = elementOf(root.current, lead, isTechnical(lead));
    if (element === null && lead.among !== 'raw') {
      setLead({ ...lead, among: lead.among === 'shown' && isTechnical(lead) ? 'technical' : 'raw' });
      return;
    }
    last.current.element?.removeAttribute(lit);
    last.current = { lead, element };
    if (element !== null) light(element);
  });
  return { lead, leadTo: (inBody) => setLead(begun(inBody, body)) };
}

const begun = (inBody: string, body: string): Lead => ({
  inBody,
  pointer: readPointer(body, inBody),
  among: inBody === '' ? 'raw' : 'shown',
});

function elementOf(
  root: Element,
  { inBody, pointer, among }: Lead,
  isTechnical: boolean,
): HTMLElement | null {
  const exact =
    elementShowing(root, placeInBody(inBody)) ?? (pointer === null ? null : elementShowing(root, pointer));
  if (exact !== null || among === 'raw' || (among === 'shown' && isTechnical)) return exact;
  return elementAround(root, placeInBody(inBody)) ?? (pointer === null ? null : elementAround(root, pointer));
}

/** Marks the element that the last link led to; the theme highlights it. */
const lit = 'data-lit';

function light(element: HTMLElement): void {
  element.setAttribute(lit, '');
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.scrollIntoView({ block: 'center', inline: 'nearest' });
  element.focus({ preventScroll: true });
}
