/** Names a value of type `Value` that is remembered during a group. */
export class CacheKey<Value> {
  declare readonly value: Value;
}

/**
 * What functions of the store remember from one job to the next of a group, so that sixty orders read the last
 * audit hash once and write their sequence once. All of it is forgotten when the group ends, either way.
 */
export class GroupMemory {
  readonly #values = new Map<object, unknown>();
  #atCommit: (() => void)[] = [];

  get<Value>(name: CacheKey<Value>): Value | undefined {
    return this.#values.get(name) as Value | undefined;
  }

  set<Value>(name: CacheKey<Value>, value: Value): void {
    this.#values.set(name, value);
  }

  /** Runs in the transaction, before it is committed. */
  atCommit(run: () => void): void {
    this.#atCommit.push(run);
  }

  runBeforeCommit(): void {
    for (const run of this.#atCommit) run();
  }

  forget(): void {
    this.#values.clear();
    this.#atCommit = [];
  }
}
