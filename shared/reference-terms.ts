/** Words of the platform configuration API (interface, "Platform configuration API"). */
import * as z from 'zod';

/** The seven lists, each with its path under `{base_url}`. */
export const referencePaths = {
  itemTypes: '/v1/configuration/item-types',
  requestTypes: '/v1/configuration/requests-types',
  requestStatuses: '/v1/configuration/status/requests',
  purchaseOrderStatuses: '/v1/configuration/status/purchase-orders',
  serviceOrderStatuses: '/v1/configuration/status/service-orders',
  countries: '/v1/configuration/countries',
  states: '/v1/configuration/states',
} as const;
export const referenceLists = [
  'itemTypes',
  'requestTypes',
  'requestStatuses',
  'purchaseOrderStatuses',
  'serviceOrderStatuses',
  'countries',
  'states',
] as const satisfies readonly (keyof typeof referencePaths)[];
export const referenceList = z.enum(referenceLists);
export type ReferenceList = z.infer<typeof referenceList>;

/** Why a list could not be taken; the screen holds the text of each. */
export const referenceProblemCodes = [
  /** One of the statuses of the interface, "Errors", or any other that is not 200. */
  'status',
  'notJson',
  'mediaType',
  'noList',
  'emptyAnswer',
  'tooLarge',
  /** The list has more elements than any of the seven can have. */
  'tooManyElements',
  'timeout',
  'unreachable',
  'tls',
  'redirected',
  /** The address begins with `http:`, and the settings do not allow it. */
  'httpNotAllowed',
  'noAddress',
  'noKey',
  'keychain',
] as const;
export const referenceProblemCode = z.enum(referenceProblemCodes);
export type ReferenceProblemCode = z.infer<typeof referenceProblemCode>;

/** Whether what goes with a problem was said by the platform; else it is of the system or about the connection. */
export const isInTheirWords = (code: ReferenceProblemCode): boolean => code === 'status' || code === 'noList';
