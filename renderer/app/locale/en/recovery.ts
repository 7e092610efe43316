import type { recovery as esRecovery } from '../es/recovery.ts';
import type { Translated } from '../translated.ts';

export const recovery: Translated<typeof esRecovery> = {
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
      'Put the right database in its place and try again, or restore a copy. The technical detail says how to keep the one or the other.',
    databaseForeign: 'Put the file of this installation in its place and try again, or restore a copy.',
    journalOlder:
      'Put the right file in its place and try again, or restore a copy. If it is lost for good, the technical detail says how to go on.',
    notAccessible:
      'Check that the folder exists, that this account has permission, and that no other program uses its files; then try again.',
    diskFull: 'Free some space on that disk and try again. Nothing that was received is lost.',
  },
  noticed: 'Noticed {{at}}',
  restore: 'Restore a copy…',
  hideRestore: 'Do not restore now',
  tryAgain: 'Try again',
  trying: 'Trying…',
  tried: {
    same: 'It was tried again {{at}}, and is as before.',
    other:
      'It was tried again {{at}}. What was wrong then is settled; what the title says is in the way now.',
  },
  openArchive: 'Open an archive to look at it…',
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
