import * as z from 'zod';
import { create } from 'zustand';

/** What the log is narrowed to on the screen; kept on this computer. */
const auditFilter = z.object({
  /** Whether what Perito did by itself is shown too. */
  everything: z.boolean().catch(false),
  personId: z.int().positive().optional().catch(undefined),
  person: z.string().max(200).optional().catch(undefined),
  area: z.string().max(60).optional().catch(undefined),
  from: z.iso.date().optional().catch(undefined),
  until: z.iso.date().optional().catch(undefined),
  about: z.string().min(1).max(100).optional().catch(undefined),
});
export type AuditFilter = z.infer<typeof auditFilter>;
export const noAuditFilter: AuditFilter = { everything: false };

const place = 'perito.audit.filter';

function kept(): AuditFilter {
  try {
    return auditFilter.parse(JSON.parse(localStorage.getItem(place) ?? '{}'));
  } catch {
    return noAuditFilter;
  }
}

export const useAuditFilter = create<{ filter: AuditFilter }>(() => ({ filter: kept() }));

export function setAuditFilter(filter: AuditFilter) {
  useAuditFilter.setState({ filter });
  try {
    localStorage.setItem(place, JSON.stringify(filter));
  } catch {
    // Storage may be off or full: it begins anew next time.
  }
}

/** As the procedure takes it. */
export function askedOf({ everything, ...rest }: AuditFilter) {
  const named = rest.personId !== undefined || rest.person !== undefined;
  return { ...rest, ...(everything || named ? {} : { byPeople: true as const }) };
}
