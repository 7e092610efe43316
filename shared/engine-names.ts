/** An engine is called by its computer and process, such as `office-1 (4711)`. */
interface EnginesOfTakeOver {
  leader: string;
  before: string;
}

export const computerOf = (name: string): string => name.replace(/ \(\d+\)$/, '');

/** By their computers alone, where these tell them apart. */
export function shortEngineNames({ leader, before }: EnginesOfTakeOver): EnginesOfTakeOver {
  const short = { leader: computerOf(leader), before: computerOf(before) };
  return short.leader === short.before ? { leader, before } : short;
}
