import type { ReactNode } from 'react';
import { ColleaguesContext, useColleaguesRead } from './colleagues.ts';

/** Knows once for all below who works here: each row of a list asks for names. */
export function ColleaguesProvider({ children }: { children: ReactNode }) {
  return <ColleaguesContext value={useColleaguesRead()}>{children}</ColleaguesContext>;
}
