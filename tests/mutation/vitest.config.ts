import { defineConfig } from 'vitest/config';
import { rooms } from './rooms.ts';

const room = rooms[process.env['PERITO_MUTATED_ROOM'] ?? ''];
if (room === undefined) throw new Error(`PERITO_MUTATED_ROOM names one of ${Object.keys(rooms).join(', ')}.`);

export default defineConfig({
  test: {
    include: [...room.tests],
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Those that compare times prove nothing of changed code, which counts its own steps.
    testNamePattern: /^(?!.*(no more than|quick|quickly|long takes|linear)).*$/,
  },
});
