/** Accounts that may be one person's: who proposes with one, and whether another confirms. */
import { insertPerson, listPeople, setPerson, type WriteTransaction } from '../../main/engine/store/index.ts';

export interface Accounts {
  /** Of who proposes, who is called Ana Prueba then. */
  email: string;
  /** Nothing where the account goes on. */
  ends?: true;
  /** The name that it has in the end. */
  renamed?: string;
  second: { name: string; email: string };
}

export const formerAccounts: [name: string, Accounts, outcome: 'confirmed' | 'formerAccount'][] = [
  [
    'a new account of the name of one that was removed confirms nothing',
    { email: '', ends: true, second: { name: 'ána prueba', email: '' } },
    'formerAccount',
  ],
  [
    'nor does one of its e-mail',
    { email: 'ana@prueba.example', ends: true, second: { name: 'A. P.', email: 'Ana@prueba.example' } },
    'formerAccount',
  ],
  [
    'nor one of a name that it had before',
    { email: '', ends: true, renamed: 'Ana P.', second: { name: 'Ana Prueba', email: '' } },
    'formerAccount',
  ],
  [
    'a person of another name and e-mail does, also once the account that proposed is removed',
    { email: 'ana@prueba.example', ends: true, second: { name: 'Eva Prueba', email: '' } },
    'confirmed',
  ],
  [
    'and one who shares the e-mail of an account that goes on',
    { email: 'reclamos@prueba.example', second: { name: 'Eva Prueba', email: 'reclamos@prueba.example' } },
    'confirmed',
  ],
];

/** The ids of the account that proposes and of the other one. */
export async function addAccounts(tx: WriteTransaction, { email, second }: Accounts) {
  const fields = { role: 'supervisor', verdictLimit: null, createdAt: 0 } as const;
  return {
    proposer: await insertPerson(tx, { name: 'Ana Prueba', email, ...fields }),
    second: await insertPerson(tx, { ...second, ...fields }),
  };
}

/** What becomes of the account that proposed. */
export async function endAccount(
  tx: WriteTransaction,
  id: number,
  { ends, renamed }: Accounts,
): Promise<void> {
  const row = (await listPeople(tx)).find((one) => one.id === id);
  if (row === undefined) throw new Error(`There is no person ${id}.`);
  await setPerson(tx, { ...row, name: renamed ?? row.name, endedAt: ends === true ? 1 : null });
}
