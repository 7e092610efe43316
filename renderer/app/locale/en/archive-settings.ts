import type { archiveSettings as spanish } from '../es/archive-settings.ts';
import type { Translated } from '../translated.ts';

export const archiveSettings: Translated<typeof spanish> = {
  about:
    'An archive keeps chosen records with their photos, documents, notes and answers. It opens in any browser, without Perito or a network, and proves who made it and that nothing was changed.',
  key: {
    title: 'Signing key',
    text: 'Whoever gets an archive of this Perito can compare this fingerprint with the one that the archive shows.',
    fingerprint: 'Fingerprint of the key',
    publicKey: 'Public key',
    locked: 'The keychain is locked: while it is, archives are not signed. Unlock it before you make one.',
    none: 'Perito has no place to keep a key, so its archives are not signed: they tell whether something was damaged, but not who made them. Whoever looks after the computer can give it one when Perito is started.',
  },
  make: {
    title: 'Make an archive',
    help: 'The folder where it is put, on Perito’s computer or the network. It is made where it is missing.',
    name: 'Name of the archive',
    nameHelp: 'It ends with ".perito". A file that is there is never replaced.',
    claim: 'Claim',
    claimHelp: 'Empty: all claims.',
    kind: 'Kind',
    allKinds: 'All kinds',
    from: 'Received from',
    until: 'Received until',
    make: 'Make the archive',
    encrypt: 'Encrypt it with a passphrase',
    encryptHelp:
      'Without the passphrase nobody can open it. It is typed on a page of its own, which these screens never see.',
    passphrase: 'Type the passphrase',
    passphraseWindow_one:
      'It is made once you have typed its passphrase in the window that opened, for one minute.',
    passphraseWindow_other:
      'It is made once you have typed its passphrase in the window that opened, for {{minutes}} minutes.',
    passphraseText_one: 'It is made once you have typed its passphrase. That page opens for one minute.',
    passphraseText_other:
      'It is made once you have typed its passphrase. That page opens for {{minutes}} minutes.',
    notAPath: 'Write the whole path of the folder and a name that ends with ".perito".',
  },
  dialog: {
    command: 'Archive: {{what}}',
    button: 'Archive…',
    title: 'Archive',
    /** The beginning of a file's name. */
    file: 'archive',
    chosen: '{{title}}, {{chosen}}: {{names}}',
    chosenMore_one: '{{names}} and {{count}} more',
    chosenMore_other: '{{names}} and {{count}} more',
    about:
      'With all their revisions, photos, documents, notes, findings, verdicts and what the log says of them. Nothing is taken out of Perito.',
    count_one: '{{records}} record.',
    count_other: '{{records}} records.',
    countMore: 'More than {{records}} records.',
    ofKind: '{{kind}}: {{records}}',
    done_one:
      'The archive is made and was read back: {{records}} record, {{contents}} photos and documents, {{size}}.',
    done_other:
      'The archive is made and was read back: {{records}} records, {{contents}} photos and documents, {{size}}.',
  },
  running: {
    writing: 'Writing {{file}}: {{records}} records, {{size}}',
    writingOf: 'Writing {{file}}: {{records}} of {{total}} records, {{size}}',
    checking: 'Checking what was written to {{file}}',
    stop: 'Stop',
  },
  failure: {
    targetExists: 'Something is at {{file}} already, and is not replaced. Choose another name.',
    notWritable: '{{file}} cannot be written. Choose another folder, or ask for the right to use it.',
    diskFull: 'There is no room for {{file}}.',
    nothingChosen: 'No record is as it was chosen. Change the claim, the kind or the days.',
    wordsWaiting:
      'The search is still entering the words of some records, and would leave them out. Wait until it has, or choose without words.',
    notWhole: 'What was written to {{file}} was read back otherwise. That disk may be failing: use another.',
    stopped: 'It was stopped. Nothing is left of {{file}}.',
    other: 'The archive {{file}} could not be made.',
  },
  made: {
    title: 'Archives made',
    none: 'None has been made yet.',
    line_one: '{{records}} record, {{contents}} photos and documents, {{size}}',
    line_other: '{{records}} records, {{contents}} photos and documents, {{size}}',
    missing_one: '{{count}} photo or document is missing: it was not on the disk.',
    missing_other: '{{count}} photos or documents are missing: they were not on the disk.',
    notDownloaded_one:
      '{{contents}} photo or document is not in it, since it was not downloaded. See Downloads and, if need be, make another archive later.',
    notDownloaded_other:
      '{{contents}} photos and documents are not in it, since they were not downloaded. See Downloads and, if need be, make another archive later.',
    by: '{{who}}, {{when}}',
    open: 'Open it',
    away: 'The archive is not there any more: it was moved or renamed. Open it with "Open an archive of Perito…".',
    signed: 'Signed',
    unsigned: 'Not signed',
  },
};
