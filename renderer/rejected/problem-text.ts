import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import type { RejectedRow } from '#shared/contract/rejected.ts';
import { useI18n } from '../app/locale/i18n.ts';

/** The codes of the receiver's problem documents, and the keys of their texts, `rejected.problem.<key>`. */
const textKeys = {
  'empty-body': 'emptyBody',
  'not-utf8': 'notUtf8',
  'not-json': 'notJson',
  'nested-too-deeply': 'nestedTooDeeply',
  'not-an-object': 'notAnObject',
  'identity-missing': 'identityMissing',
  'identity-differs': 'identityDiffers',
  'items-missing': 'itemsMissing',
  'parameters-wrong': 'parametersWrong',
  'unknown-balance': 'unknownBalance',
  'address-not-decodable': 'addressNotDecodable',
  'host-missing': 'hostMissing',
  'expectation-failed': 'expectationFailed',
  'transfer-coding-not-supported': 'transferCodingNotSupported',
  'bad-request': 'badRequest',
  'not-authenticated': 'notAuthenticated',
  'unknown-path': 'unknownPath',
  'method-not-allowed': 'methodNotAllowed',
  'request-timeout': 'requestTimeout',
  'body-too-large': 'bodyTooLarge',
  'media-type-not-supported': 'mediaTypeNotSupported',
  'encoding-not-supported': 'encodingNotSupported',
  'too-many-failures': 'tooManyFailures',
  'headers-too-large': 'headersTooLarge',
  'internal-error': 'internalError',
  'no-key-configured': 'noKeyConfigured',
  'not-storing': 'notStoring',
  'too-busy': 'tooBusy',
  stopping: 'stopping',
} as const;

const isKnown = (code: string): code is keyof typeof textKeys => Object.hasOwn(textKeys, code);

type AnsweredProblem = Pick<RejectedRow, 'code' | 'title'>;

/** The code of a problem that the screen has a text for; null where it has none. */
export function knownProblem({ code }: Pick<AnsweredProblem, 'code'>): keyof typeof textKeys | null {
  return code !== null && isKnown(code) ? code : null;
}

/** The parameters of a policy lookup and the keys of their labels (interface, "GET /InsurancePolicies query parameters"). */
const parameters = {
  insurancePolicyNumber: 'number',
  vin: 'vin',
  incidentTypeId: 'type',
  incidentDate: 'date',
  intermediaryTaxId: 'intermediary',
  reportCategoryId: 'category',
} as const;
const isParameter = (name: string): name is keyof typeof parameters => Object.hasOwn(parameters, name);

/** The text of a problem, with the names of wrong parameters; the title that was sent where its code is unknown. */
export function problemText(problem: AnsweredProblem & Pick<RejectedRow, 'errors'>, t: TFunction): string {
  const code = knownProblem(problem);
  if (code === null) return problem.title;
  if (code !== 'parameters-wrong' || problem.errors.length === 0)
    return t(`rejected.problem.${textKeys[code]}`);
  const names = problem.errors.map(({ pointer }) => {
    const name = pointer.slice(1);
    return isParameter(name) ? t(`policies.lookups.detail.${parameters[name]}`) : name;
  });
  return t('rejected.problem.parametersNamed', { names: [...new Set(names)].join(', ') });
}

export function useProblemText() {
  const { t } = useI18n();
  return useCallback((problem: Parameters<typeof problemText>[0]) => problemText(problem, t), [t]);
}

type Advice = 'malformed' | 'parameters' | 'tooLarge' | 'method' | 'type' | 'http' | 'busy';

/** The advice for a problem. A query is not advised to be sent again, since it brings no record. */
export function adviceOf({ status, ...problem }: AnsweredProblem & { status: number }): Advice {
  if (knownProblem(problem) === 'parameters-wrong') return 'parameters';
  if (status === 413) return 'tooLarge';
  if (status === 404 || status === 405) return 'method';
  if (status === 415) return 'type';
  if (status === 417 || status === 501) return 'http';
  if (status >= 500 || status === 429) return 'busy';
  return 'malformed';
}
