import { X } from 'lucide-react';
import type { Command } from './commands.ts';

/** Back to what the photo was opened from. */
export const closeCommand = (act: () => void): Command => ({
  name: 'close',
  icon: X,
  keys: ['Esc'],
  on: ['Escape'],
  act,
});
