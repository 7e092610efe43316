import type { rebuild as esRebuild } from '../es/rebuild.ts';
import type { Translated } from '../translated.ts';

export const rebuild: Translated<typeof esRebuild> = {
  panel: {
    title: {
      databaseDamaged: 'The database is damaged',
      databaseLost: 'The database is missing',
      rebuilding: 'The database is being made anew',
    },
    meaning: {
      databaseDamaged:
        'Perito cannot open it: there are no lists, no claims and no decisions. What arrived from the marketplace is kept apart, in the journal.',
      databaseLost:
        'Perito cannot find it in its folder: there are no lists, no claims and no decisions. What arrived from the marketplace is kept apart, in the journal.',
      rebuilding:
        'Lists and decisions come back by themselves once it is done. You may leave this page open or close it: the work goes on as long as Perito is open.',
    },
    canBeMade: 'It can be made anew from that.',
    noticed: 'Noticed {{at}}',
    began: 'Began {{at}}',
    backup:
      'If there is a backup, restore that instead of making it anew: it also has what people did, and what arrived since is kept.',
    restore: 'Restore a backup…',
    meanwhile: 'Meanwhile',
    receives: 'What arrives is received, answered and kept as ever; it shows in the lists afterwards.',
    notReceiving: 'Nothing is being received. {{why}}',
    cancellations:
      'A cancellation is answered "in review" at the end of its hold; nothing is approved by itself.',
    lookups: 'Lookups of policies are answered as soon as the database can be read.',
    lookupsGoOn:
      'Lookups of policies are answered as long as the old database can be read; else once the new one is there.',
    what: 'What is made anew, and what is kept',
    anew: 'Made anew from the journal: records, lists, claims, findings, answers that were delivered, and the settings and keys of the receiver.',
    kept: 'Kept, as far as the old database can be read: notes, reviews, answers that were not delivered, the other settings and the policy book.',
    keptLost:
      'Not in the journal, and cannot be made anew: notes, reviews, answers that were not delivered, the other settings and the policy book.',
    aside: 'The old database is moved aside in the same folder; it is never deleted.',
    begin: 'Make the database anew',
    pace: 'It takes about a second for every thousand records.',
  },
  phase: {
    checking: 'Check the journal',
    deriving: 'Make the lists',
    examining: 'Examine the records',
    rechecking: 'Look again at what hangs on other records',
    comparing: 'Compare with the old database',
  },
  progress: {
    left: 'This step ends in about {{long}}',
    stopAbout: 'If you stop it, nothing is changed.',
  },
  failure: {
    title: 'It could not be made anew; nothing was changed',
    diskFull: 'The disk has no room for the new database. Free some space and try again.',
    journalDamaged:
      'The journal is damaged, and nothing is made anew from such a one. Close Perito and restore a backup of its data folder. Where there is none, whoever looks after the computer can take what can still be read with "perito rebuild --from-damaged-journal".',
    otherVersion: 'The database is of a newer version of Perito. Install that version and open it with that.',
    other:
      'A fault prevented it. Try again; if it happens again, tell whoever looks after the computer and pass on the technical detail.',
    retry: 'Try again',
  },
  ask: {
    band: 'A check in the background found the database of what is listed and decided damaged. What arrives is still received and kept, and what arrived is in the journal: the database can be made anew from that.',
    open: 'Make anew…',
    title: 'Make the database anew now?',
    away: 'As long as it takes there are no lists and no decisions on any computer. What you type on this page stays on it.',
    stop: 'It can be stopped at any time; nothing is changed then.',
  },
  band: {
    made: 'The database was made anew {{at}}, in {{long}}.',
    all: 'All that people did was kept.',
    part: 'A part of what people did could not be kept.',
    journalOnly: 'Of what people did only what is in the journal is left.',
    stopped: 'Making the database anew was stopped {{at}}; nothing was changed.',
    failed: 'The database could not be made anew {{at}}; nothing was changed.',
    see: 'See',
  },
  report: {
    title: 'The database that was made anew',
    failedTitle: 'The database was not made anew',
    records: 'Records in the lists',
    entries: 'Entries of the journal',
    at: 'Finished',
    took: 'took {{long}}',
    aside: 'The old database is at',
    path: 'the path',
    asideAbout: 'You may delete it once you have seen that all is there.',
    before: {
      missing: 'There was no old database.',
      empty: 'The old database was empty.',
      unreadable: 'The old database could not be read.',
    },
    redo: 'Notes, reviews, answers that were not delivered, settings other than the receiver’s and the policy book are not in the journal: what no backup has must be done again.',
    lost: 'What could not be kept',
    what: 'What',
    lostRows: 'Lost',
    keptRows: 'Kept',
    unknown: 'not known how many',
    cancellations: 'Cancellations to look at',
    cancellationsAbout:
      'What was decided about them does not fit what the journal has of their calls. Open them, and decide again where needed.',
    cancellation: 'Cancellation of order {{number}}',
    unlisted_one:
      '{{entries}} entry of the journal could not be listed through a fault of Perito. It is still in the journal; tell whoever looks after the computer.',
    unlisted_other:
      '{{entries}} entries of the journal could not be listed through a fault of Perito. They are still in the journal; tell whoever looks after the computer.',
    differences_one: 'In {{rows}} row the old database said otherwise; now what is in the journal holds.',
    differences_other: 'In {{rows}} rows the old database said otherwise; now what is in the journal holds.',
    close: 'Close',
  },
  tables: {
    record: 'Reviews of records',
    note: 'Notes',
    cancellation: 'Answers to cancellations',
    decision: 'Decisions on invoices',
    acknowledgement: 'Acknowledged findings',
    attachment_mark: 'Annotations on photos',
    rejected_delivery: 'Rejected deliveries marked as seen',
    setting: 'Settings',
    receiver_key: 'Keys of the marketplace',
    policy: 'Policies of the book',
    policy_vehicle: 'Vehicles of the book',
    policy_book: 'Version of the policy book',
    policy_import: 'Imports of the policy book',
    policy_import_problem: 'Errors of the imports',
    policy_mapping: 'Columns assigned in imports',
    policy_folder_file: 'Files of the watched folder',
    attachment: 'Downloads of photos and documents',
    attachment_host: 'Hosts approved and refused',
    content: 'Stored files',
    perceptual_hash_quarter: 'Fingerprints of photos',
    similar_content: 'Photos that look alike',
    reference_list: 'Lists of the platform',
    bundle: 'Archives to which claims were moved',
    absence: 'Hours without receiving',
    retention_run: 'Runs of the retention rule',
    not_examined: 'Records that could not be examined',
    audit: 'Log of what people did',
    audit_head: 'Seal of the log',
    installation: 'Data of the installation',
    sequence: 'Numbering of the policy book',
  },
};
