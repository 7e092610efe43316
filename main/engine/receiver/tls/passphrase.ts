/** The account under which the passphrase of a certificate's key lies in the keychain. */
export const passphraseAccount = (installationId: string): string =>
  `certificate-passphrase:${installationId}`;
