export const steps = ['company', 'person', 'receiver', 'key', 'done'] as const;
export type Step = (typeof steps)[number];

/** The step that a path names; the first where it names none. */
export function stepOf(path: string): Step {
  const name = path.split('/')[2];
  return steps.find((step) => step === name) ?? 'company';
}

export const stepAfter = (step: Step): Step =>
  steps[Math.min(steps.indexOf(step) + 1, steps.length - 1)] ?? 'done';
export const stepBefore = (step: Step): Step => steps[Math.max(steps.indexOf(step) - 1, 0)] ?? 'company';
