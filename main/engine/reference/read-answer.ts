import type { ReferenceProblem } from '#shared/contract/reference.ts';
import type { ReferenceProblemCode } from '#shared/reference-terms.ts';
import { noProblemText, type ProblemText, readProblemText } from './answer-words.ts';
import type { PlatformAnswer } from './call.ts';
import { charsetOf, decoded } from './charset.ts';
import type { CallFailure } from './failure.ts';
import { readJson } from './read-json.ts';
import { shownText } from './shown-text.ts';
import { type ParsedList, understand } from './understand.ts';

/** A list that was taken, or why it was not. `text` is the answer, with nothing of the key in it. */
export type ReadAnswer =
  | { problem: null; text: string; understood: ParsedList }
  | { problem: ReferenceProblem; text: string | null };

/** The media types in which a list may come (interface, "Platform configuration API"). */
const mediaTypes = ['text/plain', 'application/json', 'text/json'];

/** Reads what a call brought. `blank` takes the key out of a text; before it is cut short, or a part of the key stays. */
export function readAnswer(
  answer: PlatformAnswer | CallFailure,
  blank: (text: string) => string,
): ReadAnswer {
  if ('failed' in answer) {
    const detail = answer.word === null ? null : shownText(blank(answer.word), 200);
    const problem = { ...noProblemText, code: answer.failed, status: answer.status, detail };
    return { problem, text: null };
  }
  const text = blank(decoded(answer.body, charsetOf(answer.contentType)));
  const refused = (
    code: ReferenceProblemCode,
    { title, detail, type, instance }: ProblemText,
  ): ReadAnswer => {
    // What was escaped in the answer is plain once it was parsed.
    const shown = (said: string | null) => (said === null ? null : blank(said));
    const problem = {
      code,
      status: answer.status,
      title: shown(title),
      detail: shown(detail),
      type: shown(type),
      instance: shown(instance),
    };
    return { problem, text };
  };
  if (answer.status >= 300 && answer.status < 400 && answer.location !== null) {
    return refused('redirected', { ...noProblemText, detail: shownText(blank(answer.location), 500) });
  }
  if (answer.status !== 200) return refused('status', wordsOfBody(answer.contentType, text));
  if (text.trim() === '' && !answer.isCut) return refused('emptyAnswer', noProblemText);
  if (!mediaTypes.includes(nameOf(answer.contentType))) {
    const detail = shownText(blank(answer.contentType ?? ''), 200) || null;
    return refused('mediaType', { ...noProblemText, detail });
  }
  if (answer.isCut) return refused('tooLarge', noProblemText);
  const understood = understand(text);
  if ('refused' in understood) return refused(understood.refused, understood.words);
  return { problem: null, text, understood };
}

/** A problem document, whatever media type it is sent under; a plain text; of a page of HTML nothing. */
function wordsOfBody(contentType: string | null, text: string): ProblemText {
  const parsed = readJson(text);
  if ('json' in parsed) return readProblemText(parsed.json);
  return nameOf(contentType) === 'text/plain' ? readProblemText(text) : noProblemText;
}

function nameOf(contentType: string | null): string {
  return (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}
