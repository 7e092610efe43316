import type { recovery as esRecovery } from '../es/recovery.ts';
import type { Translated } from '../translated.ts';

export const recovery: Translated<typeof esRecovery> = {
  onServer: {
    restore:
      'The data are in a database of a server: whoever administers it restores them. A copy of Perito is restored into another folder by “perito restore”, and brought to an empty database by “perito move --to”.',
    title: {
      notAccessible: 'Perito cannot work with the database of its server',
      newerSchema: 'The database is of a newer version of Perito',
      diskFull: 'The disk of the database server is full',
    },
    fault: {
      addressForm: 'It is not written as postgresql://user@host:port/database.',
      addressPassword: 'It has the password in it, where anybody may read it.',
      addressSchema: 'A schema is called by small letters, digits and _.',
      addressTls: 'It asks for less than a certificate that holds (sslmode=verify-full).',
      addressReadOnly: 'It takes a server that takes no writing (target_session_attrs).',
      addressParameters: 'Behind its ? only schema, sslmode and target_session_attrs are known.',
      addressLetters: 'What it has behind a % is no letter.',
      fsyncOff:
        'The database server does not wait for its disk (fsync): a loss of power would take what was answered.',
      notUtf8: 'The database is not in UTF-8: it has no room for every text that arrives.',
      tooOld: 'The database server is older than PostgreSQL 13, the oldest that Perito works with.',
      noRights: 'The user of Perito may not do in the database what is needed.',
      diskFull: 'Without room on the server Perito cannot keep what arrives.',
      newerSchema:
        'Another, newer Perito has worked with it; this one does not understand it, and could damage it.',
      otherInstallation: 'The database is of another installation of Perito than the folder of the data.',
      noPassword: 'The database server asks for a password, and Perito found none.',
      certificate: 'The certificate of the database server does not hold.',
      wrongPassword: 'The database server does not take the password that Perito keeps.',
      refused: 'The database server does not let Perito in.',
      noAnswer: 'The database server does not answer.',
      superseded:
        'Another Perito has taken the place of this one at the database: this one writes nothing more.',
      behind:
        'The database lacks what its server had said was committed: a replica was promoted that was not synchronous.',
    },
    wayOut: {
      fsyncOff:
        'Whoever administers the server sets fsync on and reloads its settings. Then try again. There is nothing to restore.',
      notUtf8:
        'Whoever administers the server makes a database with ENCODING UTF8 and brings the data there. Then try again. There is nothing to restore.',
      tooOld:
        'Whoever administers the server installs a newer version. Then try again. There is nothing to restore.',
      noRights:
        'Whoever administers the server makes it the owner of the schema of Perito and of all that is in it. Then try again. There is nothing to restore.',
      diskFull: 'Free some space on the server and try again. Nothing that was received is lost.',
      newerSchema:
        "Install that version on Perito's computer and open Perito with it. There is nothing to restore.",
      otherInstallation:
        'Use the folder that goes with this database, or the database that goes with the folder.',
      noPassword: 'Whoever administers the server has it. There is nothing to restore.',
      wrongPassword:
        'If it was changed on the server, Perito asks for the new one when it opens, and keeps it in place of this one as soon as the server takes it. There is nothing to restore.',
      certificate:
        "It takes one in force, for the name of the server, of an authority that Perito's computer trusts.",
      refused:
        "Check the user and the name of the database, the password (in PGPASSWORD, ~/.pgpass or the credential of the service), and that the server takes calls from Perito's computer.",
      noAnswer: 'Check that it is on, and that the network reaches it.',
      superseded: 'Close it, or open it again to stand by.',
      behind: 'Open Perito again: no number is given twice. What was lost has to be sent again.',
    },
    address: {
      cannotBeUsed: 'The address of the database that the folder of Perito has noted cannot be used.',
      wayOut:
        'Whoever administers Perito gives it another by “perito move --to”. Then try again. There is nothing to restore.',
    },
    password: {
      give: 'Give the password…',
      kept: "The one that you give here is kept in the keychain of Perito's computer, never in the folder of the data.",
      noKeychain:
        'There is no keychain, or it is locked: the one that you give holds until Perito closes. If it is locked, unlock it and try again. To make it last without one, put it into PGPASSWORD or ~/.pgpass; that of a service into its credential database-password.',
    },
    nothingChanged: 'Nothing was changed in the database, or in the folder of Perito.',
  },
  title: {
    corrupt: 'The file of what was received is damaged',
    databaseLost: 'The file of what was received is missing',
    newerSchema: 'The data are of a newer version of Perito',
    databaseOlder: 'The database is of an older version of Perito',
    databaseForeign: 'There are data of another installation of Perito',
    journalOlder: 'The file of what was received does not belong to this database',
    notAccessible: 'Perito cannot use the folder of its data',
    diskFull: 'The disk of the data is full',
  },
  meaning: {
    corrupt:
      'Perito cannot read journal.db, where it keeps what arrives from the marketplace and what it answered.',
    databaseLost:
      'Perito has worked with this folder before, but journal.db is not there: in it are kept what arrives from the marketplace and what was answered.',
    newerSchema: 'This Perito does not understand them, and opening them like this could damage them.',
    databaseOlder: 'Beside it lies what a newer version received; the two do not go together.',
    databaseForeign:
      'journal.db and perito.db are not of the same installation; one of the two is out of place.',
    journalOlder: 'journal.db is older than the database (perito.db), or belongs to another.',
    notAccessible: 'The folder, or some file in it, cannot be read or cannot be written.',
    diskFull: 'Without room Perito can neither open its data nor keep what arrives.',
  },
  wayOut: {
    corrupt:
      'Restore a copy: what is there is kept aside, whole. If you have the good file, put it in its place and try again.',
    databaseLost:
      'If the file was moved or its disk is not connected, bring it back to its place and try again. If it is lost, restore a copy.',
    newerSchema:
      'Install that version and open Perito with it. Restoring an older copy would work, but what came after it would be lost.',
    databaseOlder:
      'If another program had the database open, close it and try again. If somebody put an old perito.db there, put the right one back and try again, or restore a copy. With neither, whoever looks after the computer chooses: to keep what was received, move perito.db to another folder and make it anew with "perito rebuild"; to go back to the old data, move journal.db away. Delete neither of the two.',
    databaseForeign: 'Put the file of this installation in its place and try again, or restore a copy.',
    journalOlder:
      'Look for the journal.db that was here (on the disk or in the folder of before), put it in its place and try again, or restore a copy. If it is lost for good, whoever looks after the computer closes Perito, leaves numbers.json where it is, so that no number is given twice, and makes the database anew with "perito rebuild", which says whether perito.db has to be moved to another folder before. It goes on with what is there of what was received; what that lacks stays in the perito.db of now. Delete nothing.',
    notAccessible:
      'Check that the folder exists, that the account that runs Perito has permission, and that no other program uses its files; then try again.',
    diskFull: 'Free some space on that disk and try again. Nothing that was received is lost.',
  },
  elsewhere:
    "This is put right at Perito's own computer, by the link that Perito shows there when it starts. Tell whoever looks after it; this screen goes on by itself once that is done.",
  noticed: 'Noticed {{at}}',
  restore: 'Restore a copy…',
  hideRestore: 'Do not restore now',
  versionBefore: {
    button: 'Go back to the database of before',
    about:
      'Before it changed it, the newer version kept a copy of the database: {{version}}, of {{at}}, {{bytes}}. With that this Perito goes on; what arrived since is read again from journal.db and is not lost. What you did since then (notes, reviews, settings) stays in the newer database, which is put aside, whole.',
    of: 'of Perito {{version}}',
    unknown: 'of the version before',
  },
  tryAgain: 'Try again',
  trying: 'Trying…',
  tried: {
    same: 'It was tried again {{at}}, and is as before.',
    other:
      'It was tried again {{at}}: what was wrong then is settled, and what is said here is in the way now.',
  },
  salvage: {
    button: 'Get out what can be read…',
    hide: 'Do not get it out now',
    title: 'Get out what can be read',
    about:
      'Every record that is still what arrived, with its photos, and what you did, as far as it can be read, goes to an archive that opens on any computer. Beside it lies a text that names what could not. In the folder of the data nothing changes.',
    folder: 'A folder of another disk, with room: as much is needed as the data take.',
    begin: 'Get it out to this folder',
    running: 'What can be read is being got out',
    phase: {
      copying: 'Copy the databases aside',
      reading: 'Read what arrived, delivery by delivery',
      deriving: 'Make the lists anew',
      writing: 'Write the archive',
      checking: 'Read back what was written',
    },
    done: 'This could be read',
    nothing: 'Nothing was left to put into an archive.',
    holds: 'Records: {{records}}. Photos and documents: {{contents}}.',
    lostNone: 'All that arrived is complete.',
    lost_one: '{{entries}} delivery cannot be read.',
    lost_other: '{{entries}} deliveries cannot be read.',
    lostUnknown: 'Nobody knows how many deliveries are missing: where they ended cannot be read either.',
    withoutBody_one:
      'Of {{records}} record nothing is left of what arrived; LEAME.html in the archive shows it.',
    withoutBody_other:
      'Of {{records}} records nothing is left of what arrived; LEAME.html in the archive shows them.',
    missing_one: '{{contents}} photo or document is missing or damaged.',
    missing_other: '{{contents}} photos and documents are missing or damaged.',
    database: {
      damaged: 'Of what you did, what could be read was taken.',
      missing: 'What you did (perito.db) is not there.',
      unreadable: 'What you did (perito.db) cannot be read.',
      otherVersion: 'What you did (perito.db) is of another version of Perito and was not taken.',
      foreign: 'perito.db is of another installation, and nothing was taken of it.',
      otherJournal: 'perito.db does not belong to what was received, and nothing was taken of it.',
    },
    named: 'What is missing, as far as it is known:',
    entry: 'delivery {{entry}}',
    report: 'The report names all of it:',
    failed: 'Nothing was got out.',
    failure: {
      targetExists: 'Something of that name is there already. Try again.',
      notWritable: 'Nothing can be written in that folder. Choose another one.',
      diskFull: 'There is not enough room. Choose a folder of another disk.',
      inDataDirectory: 'Nothing is written in the folder of the data. Choose another one.',
      newer: 'The data are of a newer version. Do it with that version.',
      inUse: 'Another Perito works with the data. Close it.',
      other: 'The technical detail says why.',
    },
  },
  folder: {
    button: 'Use another data folder…',
    hide: 'Stay with this folder',
    now: 'Folder of the data',
    title: 'Use another data folder',
    about:
      'If the data are in another folder or on another disk, Perito can go on with them. The present one stays as it is.',
    help: 'The whole path: a folder in which Perito has worked before, or an empty one to begin anew.',
    check: 'See what is there',
    kind: {
      data: 'There are data of Perito.',
      empty:
        'There is nothing: Perito would begin anew, without records or keys, and its numbers would start over. From the set-up a copy can be restored.',
      other: 'There are other things. Choose a folder of Perito or an empty one.',
      inUse: 'Another Perito works with that folder.',
      away: 'That folder is not there: connect its disk or check the path.',
      notAFolder: 'That is no folder. Type its whole path.',
      noRights: 'The account that runs Perito may not write in that folder.',
      slow: 'That folder did not answer in time.',
    },
    usedAt: 'Last used: {{when}}',
    keep: 'Use it in the starts that follow too',
    keepAbout: 'You can go back to the usual folder in Settings, Status.',
    given:
      'It holds while Perito is open. This start was told its folder (--data): to make it last, put “{{path}}” there.',
    use: 'Use this folder',
    beginAnew: 'Begin anew in this folder',
    failed: 'The other folder could not be used; the one of before stays.',
    onlyNow: {
      given: 'This start was told it (--data): it holds while Perito is open.',
      forThisRun: 'It was chosen for this run only: it holds while Perito is open.',
    },
    ofNextStart: 'Folder of the next start',
    untold: 'Folder of a start without --data',
    usual: 'Go back to the usual folder',
    usualAbout: 'It was chosen in place of {{usual}}.',
    forgotten: 'The next start uses {{usual}}',
  },
  openArchive: 'Open a .perito archive to look at it…',
  opening: {
    title: 'Perito is opening',
    meaning: 'The data can be used again. The lists and the receiver come back by themselves.',
  },
  receiver: 'Not receiving',
  meanwhile: 'Meanwhile',
  notReceiving:
    'Nothing is received: the marketplace repeats its calls, and is answered once Perito is back.',
  nothingAnswered: 'Nothing is approved or answered by itself.',
  untouched: 'What is there',
  nothingChanged: 'Nothing in the folder of the data was changed. Remove nothing from it.',
  aside: 'If you restore a copy, what is there is moved aside whole; it is neither deleted nor written over.',
};
