import type { Caller } from '../../../main/engine/serve-port.ts';

/** The first administrator of a test's office, named. */
export const ana: Caller = { personId: 1, name: 'Ana Prueba', role: 'administrator', verdictLimit: null };
