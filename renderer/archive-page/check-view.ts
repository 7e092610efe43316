import type { PageAbout } from '#shared/archive-page.ts';
import { code, element, section } from './element.ts';
import type { Words } from './words.ts';

/** The commands by which anybody checks an archive; tests run them as they stand here. */
export const checkCommands = {
  parts: ['sha256sum -c root.sha256', 'sha256sum -c --quiet manifest.sha256 && echo OK'],
  signature: [
    'openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin -in root.sha256 -sigfile root.sig',
  ],
  key: ['openssl pkey -pubin -in public-key.pem -outform DER | sha256sum'],
} as const;

export function checkView(about: PageAbout, { t }: Words): HTMLElement {
  const commands = (lines: readonly string[]) => code(lines.join('\n'));
  const { keyFingerprint } = about;
  const signature =
    keyFingerprint === null
      ? [section(t('archivePage.check.signature'), element('p', 'notice', t('archivePage.check.unsigned')))]
      : [
          section(
            t('archivePage.check.signature'),
            element('p', '', t('archivePage.check.signatureText')),
            commands(checkCommands.signature),
          ),
          section(
            t('archivePage.check.key'),
            element('p', '', t('archivePage.check.keyText')),
            element('p', 'hash', keyFingerprint.replaceAll(/(.{4})(?=.)/g, '$1 ')),
            element('p', '', t('archivePage.check.keyCommand')),
            commands(checkCommands.key),
          ),
        ];
  return element(
    'article',
    'record',
    element('h1', '', t('archivePage.tab.check')),
    element('p', '', t('archivePage.check.intro')),
    section(
      t('archivePage.check.parts'),
      element('p', '', t('archivePage.check.partsText')),
      commands(checkCommands.parts),
    ),
    ...signature,
    element('p', '', t('archivePage.check.withPerito')),
    commands(['perito archive verify ARCHIVO.perito']),
    section(
      t('archivePage.check.contents'),
      element('p', '', t('archivePage.check.contentsText')),
      element('p', 'hash', `${t('archivePage.check.installation')} ${about.installationId}`),
    ),
  );
}
