import type { ReactNode } from 'react';
import { type Least, leastOf, mayDo, type ProcedureName } from '#shared/contract/roles.ts';
import { type Role, role } from '#shared/terms.ts';
import { useMe, usePerson } from '../people/me.ts';

/**
 * Whether what this page shows is only read, as an archive is: it lies below an address of its own, so this is known before anything
 * answers, and the same as long as the page is there.
 */
export const isReadOnly = (): boolean => new URL('.', window.location.href).pathname.startsWith('/archive/');

/** What may be done: a procedure of the contract, or all that a role may. */
export type Permission = ProcedureName | Role;

/** The least role that may do it. */
export function leastRoleOf(wanted: Permission): Least {
  const asRole = role.safeParse(wanted);
  return asRole.success ? asRole.data : leastOf(wanted.split('.'));
}

/**
 * Whether who is here may do something that changes things, by the table by which the engine refuses. Nobody may before it is known
 * who is here, nor in what is only read.
 */
export function useMay(wanted: Permission): boolean {
  const person = usePerson();
  return !isReadOnly() && mayDo(person?.role ?? null, leastRoleOf(wanted));
}

/** The same of what names a file of the computer that answers, which in an office is an administrator's. */
export function useMayNameFile(wanted: Permission): boolean {
  const isOffice = useMe().data?.isOffice === true;
  const may = useMay(wanted);
  return useMay('administrator') || (may && !isOffice);
}

type ActsProps = {
  /** What they do, so that who may not is not offered them; anybody may where it is not given. */
  of?: Permission;
  children: ReactNode;
};

/** Controls that change something, or that lead to where something is changed. What is only read shows none of them. */
export function Acts({ of, children }: ActsProps) {
  if (isReadOnly()) return null;
  return of === undefined ? children : <Permitted of={of}>{children}</Permitted>;
}

function Permitted({ of, children }: Required<ActsProps>) {
  return useMay(of) ? children : null;
}
