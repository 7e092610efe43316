import { describe, expect, test } from 'vitest';
import * as en from '../../../renderer/app/locale/en.ts';
import * as es from '../../../renderer/app/locale/es.ts';
import { certificateFault } from '../../../renderer/components/certificate-fault.ts';
import { problemText } from '../../../renderer/downloads/download-state.ts';

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'unknownAuthority'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'unknownAuthority'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unknownAuthority'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unknownAuthority'],
  ['CERT_HAS_EXPIRED', 'expired'],
  ['CERT_NOT_YET_VALID', 'notYetValid'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'otherName'],
])('%s is %s, in words of its own', (detail, fault) => {
  expect(certificateFault(detail)).toBe(fault);
  expect(problemText({ code: 'tls', detail })).toEqual({
    explanation: `downloads.certificate.${fault}.problem`,
    advice: `downloads.certificate.${fault}.advice`,
  });
});

test.each([null, '', 'ERR_SSL_UNSUPPORTED_PROTOCOL', 'ECONNRESET'])('%j is another matter', (detail) => {
  expect(certificateFault(detail)).toBeNull();
  expect(problemText({ code: 'tls', detail }).explanation).toBe('downloads.problem.tls');
});

test('a detail of another problem says nothing of certificates', () => {
  expect(problemText({ code: 'writeFailed', detail: 'CERT_HAS_EXPIRED' }).explanation).toBe(
    'downloads.problem.writeFailed',
  );
});

describe.each([
  ['Spanish', es, /reinicie Perito/, /fecha/],
  ['English', en, /restart Perito/, /date/],
])('in %s', (_, { downloads, platform }, restart, date) => {
  const { certificate } = downloads;
  const ofPlatform = platform.problem.certificate;

  test('all are whole sentences that say what to do', () => {
    const texts = [
      ...Object.values(certificate).flatMap(({ problem, advice }) => [problem, advice]),
      ...Object.values(ofPlatform),
    ];
    for (const text of texts) expect(text).toMatch(/^\p{Lu}.*\.$/su);
    expect(Object.keys(ofPlatform)).toEqual(Object.keys(certificate));
  });

  test('an unknown authority is installed in the system, and dates are looked at', () => {
    for (const text of [certificate.unknownAuthority.advice, ofPlatform.unknownAuthority])
      expect(text).toMatch(restart);
    for (const fault of ['expired', 'notYetValid'] as const)
      for (const text of [certificate[fault].advice, ofPlatform[fault]]) expect(text).toMatch(date);
  });
});
