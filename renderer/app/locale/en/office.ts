/** The desktop program as a desk of an office. */
export const office = {
  connecting: {
    title: 'Connecting to the office',
    text: '{{address}} is waited for.',
  },
  unreachable: {
    title: 'The office does not answer',
    text: '{{address}} was not reached. The computer of the office may be off, or this one outside its network (VPN). What is received there is not lost.',
  },
  newCertificate: {
    title: 'Is this your office?',
    text: 'Nobody whom this computer trusts vouches for {{address}}. Before you sign in, compare its fingerprint with the one that the computer of the office shows. Nothing is sent there until then.',
  },
  otherCertificate: {
    title: 'The certificate of the office is another',
    text: '{{address}} no longer shows the certificate from before. Nothing was sent there: neither your password nor your sign-in.',
    warning:
      'If nobody told you of a new certificate, do not go on: somebody on the network may pass for the office. Ask whoever looks after Perito.',
    trust: 'Trust the new certificate',
  },
  notPerito: {
    title: 'It is not the office that answers there',
    text: 'What answers at {{address}} is no Perito that is open to an office. Look at the address and the port, or whether a proxy answers in its place.',
  },
  otherName: {
    title: 'The office answers by another name',
    text: 'The office does not answer as {{address}}, but by the names of its certificate. Ask whoever looks after Perito for the address, and open it by that name.',
  },
  officeOlder: {
    title: 'The Perito of the office has to be updated',
    text: 'The Perito at {{address}} is older than this program, and the two do not understand each other. Ask whoever looks after Perito to update that of the office. Meanwhile you can sign in with a browser, at the same address.',
  },
  officeNewer: {
    title: 'This program has to be updated',
    text: 'The Perito at {{address}} is newer than this program, and the two do not understand each other. Update Perito on this computer. Meanwhile you can sign in with a browser, at the same address.',
  },
  certificate: {
    fingerprint: 'SHA-256 fingerprint of what answers',
    known: 'SHA-256 fingerprint from before',
    where:
      'On the computer of the office “perito serve” writes the fingerprint each time it starts; with systemd “journalctl -u perito” shows it. Compare all of it, by telephone or in person: not by e-mail.',
    subject: 'Made out to',
    issuer: 'Issued by',
    until: 'Valid until',
    why: 'Why this computer does not trust it',
    fault: {
      authority: 'Nobody whom this computer trusts issued it.',
      name: 'It is of another name than the address.',
      expired: 'It has expired.',
      notYetValid: 'It is not valid yet: look at the date of this computer.',
      other: 'It could not be checked.',
    },
    isSame: 'I compared it: the fingerprint is the same',
    trust: 'Connect',
  },
  retry: 'Try now',
  asking: 'Asking…',
  retryIn_one: 'Tried again in {{count}} s',
  retryIn_other: 'Tried again in {{count}} s',
  leave: {
    text: 'Perito can work without an office, with data of this computer. Those of the office stay there.',
    act: 'Use it on this computer',
    question: 'The office and your sign-in are forgotten on this computer, and Perito opens anew.',
    confirm: 'Leave the office',
    stay: 'Stay at the office',
  },
  join: {
    offer: 'Does the insurer have Perito on another computer already?',
    act: 'Connect to an office',
    title: 'Connect to an office',
    text: 'Perito opens anew, as a desk of the office. Nothing is received on this computer meanwhile; what it keeps here stays as it is.',
    data: 'This program can be a desk of an office that has Perito on another computer. While it is one, the data of this computer stay here, whole; they do not go to the office and are not shown. Nothing is received here either, and no backups are made.',
    back: 'When you leave the office, Perito opens again with the data of this computer.',
    backToNextStart:
      'When you leave the office, Perito opens with the other folder. To come back to this one, open it then with',
    address: 'Address of the office',
    addressHelp: 'Such as https://perito.office.example:8651. Whoever looks after Perito has it.',
    confirm: 'Connect',
    joined: 'Perito opens anew…',
    fault: {
      noAddress: 'That is no address.',
      notSecure: 'An office is reached over https alone.',
      tooMuch: 'Write the name and the port alone, with nothing behind them.',
    },
  },
  elsewhere: 'It is done at the computer of the office, or at any desk with a browser.',
  secrets: 'Keys and passphrases of the receiver do not pass through this program.',
  encrypted:
    'To encrypt it a passphrase is asked for, which does not pass through this program: do it with a browser.',
  settings: {
    title: 'Office',
    about: 'This program is a desk of the office: data, receiver and backups are there.',
    address: 'Address',
    signIn: 'Your sign-in on this computer',
    kept: {
      keychain: 'Kept in the keychain of the system.',
      memory:
        'Only until you quit Perito: the keychain of the system does not work, and it is kept in no file.',
      none: 'Nobody is signed in.',
    },
  },
} as const;
