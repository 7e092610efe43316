/** What a data directory says of its copies, for the shell, which itself reads no place. */
export {
  type CopiesState,
  foldersOf,
  type PlaceState,
  readConfiguration,
  readState,
  unconfigured,
  writeConfiguration,
  writeState,
} from './backup/configuration.ts';
export { liesWithin } from './backup/place.ts';
// Not by the store's door: the shell would load all of SQL for them.
export { findInstallationId, isOnServer, writeWhole } from './store/folder.ts';
