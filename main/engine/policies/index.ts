export type { PolicyAnswers } from './policy-answers.ts';
