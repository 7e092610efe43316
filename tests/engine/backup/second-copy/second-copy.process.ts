/** A process that follows a data directory: `<data directory> <place> [<installation that is known there>]`; a line of JSON for each status. */
import { followDatabase } from '../../../../main/engine/backup/second-copy/follow.ts';

const [dataDir = '', place = '', known = null] = process.argv.slice(2);
const ending = new AbortController();
process.on('SIGTERM', () => ending.abort());
process.on('disconnect', () => ending.abort());
await followDatabase({
  dataDir,
  place,
  known,
  signal: ending.signal,
  onStatus: (status) => void process.stdout.write(`${JSON.stringify(status)}\n`),
});
