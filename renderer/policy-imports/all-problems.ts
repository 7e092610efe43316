import type { RowProblem } from '#shared/contract/policies.ts';
import type { Client } from '../app/connection.ts';

/** The whole list of errors or of warnings, page by page. */
export async function allProblems(
  client: Client,
  id: number,
  severity: 'error' | 'warning',
): Promise<RowProblem[]> {
  const all: RowProblem[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.policyImports.problems({
      id,
      severity,
      limit: 200,
      ...(cursor === undefined ? {} : { cursor }),
    });
    all.push(...page.rows);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}
