/** SQLite's plans of the statements that the functions of the store really run. */
import type { ReadTransaction, SqlValue, Store, WriteTransaction } from '../../../main/engine/store/index.ts';
import { GroupMemory } from '../../../main/engine/store/transaction.ts';

/** One statement among those that a call of the store runs. */
export interface PlannedStatement {
  call: (tx: WriteTransaction) => Promise<unknown>;
  /** Its place among them, from 0 on. */
  position: number;
  /** The rows that the reads of the call find, one after the other; later reads find none. */
  answers: readonly (readonly object[])[];
}

/** The first statement of a call, or the one at `position` once the reads before it found `answers`. */
export const statement = (
  call: (tx: WriteTransaction) => Promise<unknown>,
  position = 0,
  answers: PlannedStatement['answers'] = [],
): PlannedStatement => ({ call, position, answers });

/** The plan of one statement, a step a line. Throws where the call does not run so many statements. */
export async function planOf(store: Store, { call, position, answers }: PlannedStatement): Promise<string> {
  const plan = (await plansOf(store, call, answers))[position];
  if (plan === undefined) throw new Error(`The call runs no statement at position ${position}.`);
  return plan;
}

/** The plans of all statements that a call runs, in their order, a step a line. */
export async function plansOf(
  store: Store,
  call: PlannedStatement['call'],
  answers: PlannedStatement['answers'] = [],
): Promise<string[]> {
  const statements = await statementsOf(call, answers);
  return store.read(async (tx) => {
    const plans: string[] = [];
    for (const recorded of statements) plans.push(await explain(tx, recorded));
    return plans;
  });
}

interface RecordedStatement {
  sql: string;
  parameters: SqlValue[];
}

async function statementsOf(
  call: PlannedStatement['call'],
  answers: PlannedStatement['answers'],
): Promise<RecordedStatement[]> {
  const statements: RecordedStatement[] = [];
  let reads = 0;
  const all = async <Row>(sql: string, ...parameters: SqlValue[]) => {
    statements.push({ sql, parameters });
    return (answers[reads++] ?? []) as Row[];
  };
  await call({
    dialect: 'sqlite',
    all,
    get: async <Row>(sql: string, ...parameters: SqlValue[]) => (await all<Row>(sql, ...parameters))[0],
    run: async (sql, ...parameters) => {
      statements.push({ sql, parameters });
      return { changes: 0 };
    },
    memory: new GroupMemory(),
  });
  return statements;
}

async function explain(tx: ReadTransaction, { sql, parameters }: RecordedStatement): Promise<string> {
  const steps = await tx.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...parameters);
  return steps.map(({ detail }) => detail).join('\n');
}
