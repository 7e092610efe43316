/** A copier that never answers, or ends at the first call, by its argument; `sleeps` hears no more than SIGKILL. */
const [, , fault] = process.argv;
process.on('message', () => {
  if (fault === 'exits') process.exit(3);
});
process.on('disconnect', () => process.exit());
