import type { TFunction } from 'i18next';
import * as z from 'zod';
import { decisionAct } from '#shared/contract/decisions.ts';
import { invoiceDecision } from '#shared/terms.ts';

const parts = z.tuple([decisionAct, invoiceDecision]);

/** What a timeline says of an act and a decision, as `confirmed pay`. */
export function invoiceDecisionText(text: string | null, t: TFunction): string {
  const said = parts.safeParse((text ?? '').split(' ')).data;
  if (said === undefined) return t('decisions.title');
  const [act, decision] = said;
  return t(`claims.event.invoiceDecision.${act}`, {
    decision: t(`decisions.chip.${decision}`).toLocaleLowerCase(),
  });
}
