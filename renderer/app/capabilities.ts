import { useQuery } from '@tanstack/react-query';
import type { CapabilityName } from '#shared/contract/shell.ts';
import { useApi } from './queries.ts';

/** What only a shell can do, and whether this one can; asked once. */
export const useCapabilities = () =>
  useQuery({ ...useApi().shell.capabilities.queryOptions(), staleTime: Number.POSITIVE_INFINITY });

/** Whether this shell can do it; undefined before it has said so. */
export const useCapability = (wanted: CapabilityName): boolean | undefined =>
  useCapabilities().data?.some(({ name, available }) => name === wanted && available);

/** Whether secrets pass between the person and this shell, by its clipboard or a page of its own; undefined before it has said so. */
export function usePassesSecrets(): boolean | undefined {
  const clipboard = useCapability('clipboard');
  const page = useCapability('secretPage');
  return clipboard === undefined ? undefined : clipboard || page === true;
}
