/** What a data directory says of its copies, for the shell: nothing here reads a place. */
export {
  type CopiesState,
  type PlaceState,
  readConfiguration,
  readState,
  unconfigured,
  writeConfiguration,
  writeState,
} from './backup/configuration.ts';
