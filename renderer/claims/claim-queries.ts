/** What a claim file is asked for by: its screen, and who asks ahead of it. */
import { skipToken } from '@tanstack/react-query';
import type { ClaimFile } from '#shared/contract/claims.ts';
import type { Api } from '../app/queries.ts';

type Key = Pick<ClaimFile, 'by' | 'value'>;

export const claimFileOptions = (api: Api, { by, value }: Key) =>
  api.claims.get.queryOptions({ input: { by, value } });

/** What people wrote of a claim and whose it is; a claim file by another key has none of its own. */
export const claimWorkOptions = (api: Api, { by, value }: Key) =>
  api.work.claim.queryOptions({ input: by === 'claimNumber' ? { claimNumber: value } : skipToken });
