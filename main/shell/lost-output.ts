/**
 * Has the process go on where its standard output or error cannot be written any more: nobody reads there, the terminal is
 * closed, or the disk that they go to is full. Without a listener Node ends the process for it. What its threads write to
 * them comes this way too.
 */
export function surviveLostOutput(
  streams: readonly NodeJS.WritableStream[] = [process.stdout, process.stderr],
): void {
  for (const stream of streams) stream.on('error', () => {});
}
