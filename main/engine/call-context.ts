import type { Actor } from '#shared/contract/forms.ts';

/** What every procedure is told about its caller; the shell says it when it connects a port. */
export interface CallContext {
  via: Actor['via'];
}
