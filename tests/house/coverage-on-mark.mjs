// Writes the coverage of its thread whenever the mark changes, and counts anew from there.
import { readFileSync } from 'node:fs';
import { takeCoverage } from 'node:v8';

const mark = process.env.PERITO_COVERAGE_MARK;
const read = () => {
  try {
    return readFileSync(mark, 'utf8');
  } catch {
    return '';
  }
};
let seen = read();
setInterval(() => {
  const now = read();
  if (now === seen) return;
  seen = now;
  takeCoverage();
}, 20).unref();
