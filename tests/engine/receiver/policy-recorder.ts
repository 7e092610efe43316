import type { PolicyAnswers } from '../../../main/engine/policies/index.ts';

/** Stands where the policy book is, for what the receiver makes of a call and of an answer. */
export class PolicyRecorder implements PolicyAnswers {
  readonly asked: object[] = [];
  lookupAnswer = '[]';
  balanceAnswer: string | null = null;
  failure: Error | null = null;

  async lookup(query: object, keyLabel: string): Promise<string> {
    this.asked.push({ ...query, keyLabel });
    if (this.failure !== null) throw this.failure;
    return this.lookupAnswer;
  }

  async balance(query: object, keyLabel: string): Promise<string | null> {
    this.asked.push({ ...query, keyLabel });
    if (this.failure !== null) throw this.failure;
    return this.balanceAnswer;
  }
}
