export const certificate = {
  title: 'HTTPS and certificate',
  about:
    'With HTTPS nobody on the way reads the key or the claims. The certificate has to be of an authority that the marketplace knows, for the address by which it calls.',
  mode: 'How the receiver answers',
  modes: {
    off: 'Without HTTPS',
    pem: 'With HTTPS: certificate and key in two files (PEM)',
    pfx: 'With HTTPS: all in one file (PFX or P12)',
  },
  certificateFile: 'File of the certificate',
  certificateFileHelp: 'PEM, with its chain: its own first, then those between (often called fullchain).',
  keyFile: 'File of the key',
  keyFileHelp: 'PEM. Let only the account that runs Perito be able to read it.',
  file: 'PFX or P12 file',
  fileHelp:
    'With the certificate, its chain and its key. Perito reads the files where they are and keeps no copy.',
  fileWrong:
    'The whole path of the file, for example C:\\Perito\\certificate.pfx or /etc/perito-console/console.pem.',
  browse: 'Browse…',
  browseFor: 'Browse: {{field}}',
  check: 'Check the files',
  checking: 'Checking…',
  good: 'The files can be read, and certificate and key belong together.',
  now: 'Certificate in use',
  none: 'No certificate is in use: the receiver does not answer until there is one that can be used.',
  kept: 'The certificate from before stays in use. The files that are there now cannot be used:',
  names: 'Holds for',
  subject: 'In the name of',
  issuer: 'Issued by',
  validity: 'Valid',
  validityText: '{{from}} to {{to}}',
  fingerprint: 'SHA-256 fingerprint',
  loadedAt: 'Taken',
  trial: 'Trial certificate',
  reload:
    'Where you change the files, Perito takes the new ones within seconds and cuts no call; where they cannot be used, it goes on with the ones before and says so.',
  passphrase: {
    title: 'Passphrase of the certificate',
    about: 'Only where the file of the key has one. It is typed on a page apart, which works once.',
    secretIn: {
      keychain: 'Kept in the system keychain.',
      memory: 'Remembered only until Perito closes: there is no keychain here.',
      nowhere: 'None is kept.',
    },
    give: 'Type the passphrase…',
    change: 'Type another…',
    forget: 'Forget it',
    forgotten: 'Passphrase of the certificate forgotten',
    wrong: 'What was given does not open that file.',
    whichFiles: 'Name the files of the certificate first.',
  },
  trialOffer: {
    title: 'Trial certificate',
    about:
      'To try HTTPS before you have the real one. Only Perito’s computer vouches for it: the marketplace will refuse it. It is valid for 397 days and kept with Perito’s data.',
    make: 'Make a trial certificate',
    made: 'The trial certificate is made, and its files are named above. Save to use it.',
  },
  authorities: {
    title: 'Whom Perito trusts when it calls',
    about:
      "Before it asks for a photo or a list, and when it calls itself at its public address, Perito checks who is at the other end. If the office's antivirus or proxy looks into connections, its authority has to be in the certificate store of Perito's computer or in the file below.",
    bundled_one: 'It knows {{shown}} authority that it brings along.',
    bundled_other: 'It knows {{shown}} authorities that it brings along.',
    system_one: "That computer's store names {{shown}}.",
    system_other: "That computer's store names {{shown}}.",
    inFile_one: 'The file adds {{shown}}.',
    inFile_other: 'The file adds {{shown}}.',
    none: "That computer's store names no authority: Perito trusts only those that it brings along. If the office has one of its own, name its file.",
    unreadable:
      "That computer's store could not be read: Perito trusts only the authorities that it brings along. If the office has one of its own, name its file.",
    given: 'Until Perito is closed the file counts that was named when it was started (--ca-file): {{file}}',
    file: 'File of authorities',
    fileHelp:
      'PEM, with one or several. Ask whoever looks after the computers for it; Perito reads it where it is, whenever it changes. Empty: no others.',
    check: 'See what is in it',
    found_one: 'The file can be used: it holds {{shown}} certificate.',
    found_other: 'The file can be used: it holds {{shown}} certificates.',
    over_one: '{{count}} is over and vouches for nothing.',
    over_other: '{{count}} are over and vouch for nothing.',
    others_one: "{{count}} is not an authority's: it counts for itself alone.",
    others_other: "{{count}} are not authorities': each counts for itself alone.",
    until: 'until {{day}}',
    more_one: 'and {{count}} more',
    more_other: 'and {{count}} more',
    problem: {
      noFile: 'There is no file {{file}}. Check the path.',
      notReadable: 'Perito cannot read {{file}}. Let the account that runs it read the file.',
      tooLarge: '{{file}} is too large to hold authorities alone. Choose another file.',
      notCertificate:
        '{{file}} holds no certificates that can be read. It has to be PEM text (it begins with BEGIN CERTIFICATE).',
    },
  },
  problem: {
    noFile: 'There is no file {{file}}. Check the path.',
    notReadable: 'Perito cannot read {{file}}. Let the account that it runs under read it.',
    tooLarge: '{{file}} is too large to be a certificate or a key. Choose another file.',
    notCertificate:
      '{{file}} holds no certificate that can be read. It has to be PEM text (it begins with BEGIN CERTIFICATE), or a whole PFX. If that is the file of the key, it goes into the other field.',
    notKey: '{{file}} holds no private key. Ask whoever made the certificate for the file of the key.',
    keyMismatch: 'The key of {{file}} is not that of this certificate. Name the pair that was made together.',
    passphraseMissing: 'The key of {{file}} is encrypted and no passphrase is kept. Type it below.',
    passphraseWrong: 'The passphrase that is kept does not open {{file}}. Type another below.',
    legacyEncryption:
      '{{file}} is encrypted in an old way (RC2 or the like) that is not taken any more. Export it again with AES-256: on Windows, the option “AES256-SHA256”.',
    tooWeak:
      'The certificate of {{file}} is too weak for HTTPS today. Have another issued: RSA of 2048 bits or more, or the curve P-256.',
    other: '{{file}} could not be read.',
  },
  warning: {
    expired:
      'The certificate has expired: whoever calls refuses it. Renew it and put the new one in the same place.',
    notYetValid:
      'The certificate is not valid yet. Check date and time of Perito’s computer, or wait until it begins.',
    expiresSoon_one:
      'The certificate expires in {{count}} day. Renew it and put the new one in the same place.',
    expiresSoon_other:
      'The certificate expires in {{count}} days. Renew it and put the new one in the same place.',
    wrongHost:
      'The certificate does not hold for {{host}}, the public address. Have one issued for that name, or correct the address.',
    chainIncomplete:
      'The certificate of whoever issued it ({{issuer}}) is missing. Add those between that the authority handed out; some programs take it without them, and others do not.',
    unknownAuthority:
      'Perito’s computer does not trust {{issuer}}. Where it is an authority of your own, whoever calls has to trust it; the marketplace seldom does.',
    selfSigned:
      'Nobody but the certificate itself vouches for it: the marketplace will refuse it. Use it for trials alone.',
    weakKey: 'The key is shorter than is advised today. Have the next one of 2048 bits (RSA) or P-256.',
    notForServers:
      'The certificate is not for servers: whoever calls may refuse it. Have one issued for a web server.',
  },
  band: {
    expired: 'The HTTPS certificate has expired: the marketplace cannot call.',
    notYetValid: 'The HTTPS certificate is not valid yet: the marketplace cannot call.',
    expiresSoon_one: 'The HTTPS certificate expires in {{count}} day.',
    expiresSoon_other: 'The HTTPS certificate expires in {{count}} days.',
    problem: 'The files of the HTTPS certificate changed and cannot be used: the one before stays in use.',
    see: 'See the certificate',
  },
};
