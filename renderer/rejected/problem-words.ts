import { useCallback } from 'react';
import { useWords } from '../app/locale/i18n.ts';

/** The titles of the receiver's problem documents, which are English on the wire, and their words on the screen. */
const words = {
  'The body is empty': 'emptyBody',
  'The body is not UTF-8 text': 'notUtf8',
  'The body is not JSON': 'notJson',
  'The body is nested too deeply': 'nestedTooDeeply',
  'The body is not a JSON object': 'notAnObject',
  'The record has no identity': 'identityMissing',
  'The path and the body name different orders': 'identityDiffers',
  'The order has no items': 'itemsMissing',
  'A parameter is missing or wrong': 'parametersWrong',
  'No balance is known': 'unknownBalance',
  'The address is not well encoded': 'addressNotDecodable',
  'The request names no host': 'hostMissing',
  'This expectation cannot be met': 'expectationFailed',
  'This transfer coding is not supported': 'transferCodingNotSupported',
  'The request cannot be read': 'badRequest',
  'Not authenticated': 'notAuthenticated',
  'Nothing is at this path': 'unknownPath',
  'This method is not allowed here': 'methodNotAllowed',
  'The request took too long to arrive': 'requestTimeout',
  'The body is too large': 'bodyTooLarge',
  'This media type is not supported': 'mediaTypeNotSupported',
  'This content encoding is not supported': 'encodingNotSupported',
  'Too many calls without a valid key': 'tooManyFailures',
  'The headers are too large': 'headersTooLarge',
  'Something went wrong here': 'internalError',
  'No key is configured yet': 'noKeyConfigured',
  'Nothing can be stored at present': 'notStoring',
  'Too much is arriving at once': 'tooBusy',
  'The receiver is stopping': 'stopping',
} as const;

const isKnown = (title: string): title is keyof typeof words => Object.hasOwn(words, title);

/** Whether the screen has words of its own for a problem's title. */
export const hasProblemWords = (title: string): boolean => isKnown(title);

/** A problem's title in the language of the screen; as it was sent where it is not known. */
export function useProblemWords() {
  const { t } = useWords();
  return useCallback(
    (title: string) => (isKnown(title) ? t(`rejected.problem.${words[title]}`) : title),
    [t],
  );
}
