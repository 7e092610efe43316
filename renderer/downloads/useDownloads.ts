import { useQuery } from '@tanstack/react-query';
import { useApi } from '../app/queries.ts';

/** How the downloads stand as a whole, brought up to date by changes. */
export const useDownloads = () => useQuery(useApi().attachments.downloads.queryOptions());

/** The hosts that files were named at: those that wait for a decision first. */
export const useHosts = () => useQuery(useApi().attachments.hosts.queryOptions());
