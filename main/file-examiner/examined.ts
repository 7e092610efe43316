import type { ContentProblemCode } from '#shared/attachment-terms.ts';
import type { FileExamination } from '../engine/file-examination.ts';

export type Examined = Extract<FileExamination, { outcome: 'examined' }>;

/** What is only kept for download, and why; the detail is cut at 300 characters. */
export function downloadOnlyResult(
  mediaType: string | null,
  problem: ContentProblemCode,
  detail: string | null,
): Examined {
  return {
    outcome: 'examined',
    mediaType,
    shownAs: 'downloadOnly',
    problem,
    detail: detail === null ? null : detail.replace(/\p{C}+/gu, ' ').slice(0, 300),
    width: null,
    height: null,
    hasPreviews: false,
    photo: null,
    likeness: null,
  };
}
