import { create } from 'zustand';
import type { Person } from '#shared/contract/people.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { Status } from '#shared/contract/status.ts';

export const steps = ['company', 'person', 'receiver', 'key', 'platform', 'sample', 'done'] as const;
export type Step = (typeof steps)[number];

/** The step that a path names; the first where it names none. */
export function stepOf(path: string): Step {
  const name = path.split('/')[2];
  return steps.find((step) => step === name) ?? 'company';
}

export const stepAfter = (step: Step): Step =>
  steps[Math.min(steps.indexOf(step) + 1, steps.length - 1)] ?? 'done';
export const stepBefore = (step: Step): Step => steps[Math.max(steps.indexOf(step) - 1, 0)] ?? 'company';

/** Whether a step has nothing left to do, as far as settings and receiver tell; sample data is never owed. */
export function isStepDone(
  step: Step,
  settings: Pick<Settings, 'company' | 'platform'> | undefined,
  person: Pick<Person, 'name'> | null,
  receiver: Pick<Status['receiver'], 'state' | 'lastCallAt'> | undefined,
): boolean {
  switch (step) {
    case 'company':
      return (settings?.company.name ?? '') !== '';
    case 'person':
      return (person?.name ?? '') !== '';
    case 'receiver':
      return receiver?.state === 'listening' || receiver?.state === 'noKey';
    case 'key':
      return receiver?.state === 'listening';
    case 'platform':
      return (settings?.platform.baseUrl ?? '') !== '';
    case 'sample':
      return false;
    case 'done':
      return receiver?.lastCallAt !== undefined && receiver.lastCallAt !== null;
  }
}

/** Whether this window put the first run off: it asks again when Perito is opened next, and in a band until then. */
export const useFirstRun = create<{ putOff: boolean; setPutOff: (putOff: boolean) => void }>((set) => ({
  putOff: false,
  setPutOff: (putOff) => set({ putOff }),
}));
