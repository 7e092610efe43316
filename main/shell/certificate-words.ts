import { type CertificateProblemCode, certificateProblemCode } from '#shared/contract/connection.ts';

const words: Record<CertificateProblemCode, string> = {
  noFile: 'a file of it is not there',
  notReadable: 'a file of it cannot be read by this account',
  tooLarge: 'a file of it is too large to be a certificate or a key',
  notCertificate: 'a file holds no certificate in PEM, or is no PKCS 12',
  notKey: 'a file holds no private key',
  keyMismatch: 'the key is not that of the certificate',
  passphraseMissing:
    'its key is encrypted and no passphrase is known; give it as PERITO_TLS_PASSPHRASE or --tls-passphrase-file',
  passphraseWrong: 'the passphrase does not open its key',
  legacyEncryption:
    'the file is encrypted in an old way (RC2 or the like) that is not read any more; export it anew with AES-256',
  tooWeak: 'its key or signature is too weak for TLS today; have another issued',
  other: 'it could not be read',
};

/** Why one of both does not listen, as one sentence; `detail` is the code of what is wrong with its certificate. */
export function certificateSentence(who: 'receiver' | 'console', detail: string): string {
  const code = certificateProblemCode.safeParse(detail);
  return `The ${who} does not listen, since its certificate cannot be taken: ${words[code.success ? code.data : 'other']}.`;
}
