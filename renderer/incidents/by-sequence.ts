import type { IncidentAttachment } from '#shared/marketplace/incident-report.ts';

/** Attachments by `sequenceIndex`; those without one last, in the order in which they came. */
export const bySequence = (attachments: readonly IncidentAttachment[]): IncidentAttachment[] =>
  attachments.toSorted(
    (a, b) => (a.sequenceIndex ?? Number.MAX_SAFE_INTEGER) - (b.sequenceIndex ?? Number.MAX_SAFE_INTEGER),
  );
