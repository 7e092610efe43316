import { test } from 'vitest';
import { randomLives } from './lives.ts';

// Four files share the runs, so that they run side by side.
test(
  'cancellations do what the model says, whatever happens in whatever order (1 of 4)',
  { timeout: 120_000 },
  randomLives,
);
