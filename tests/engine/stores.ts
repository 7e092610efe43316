/** On which store each file of tests of the engine runs: each is in one of these lists (tests/house/stores.test.ts). */

/** Tests of the engine that pass on a PostgreSQL server too, and run on it where they are given one. */
export const onServer = [
  'tests/engine/{decisions,findings,keys,people,reference,rejected,search,settings,views,work}/**/*.test.ts',
  'tests/engine/figures/!(query-plans|rebuild).test.ts',
  'tests/engine/records/!(query-plans).test.ts',
  'tests/engine/journal/{journal,chain,random}.test.ts',
  'tests/engine/store/{checkpointer,database-snapshot,fencing,group-memory,later-functions,move-killed,needs,newest-matches}.test.ts',
  'tests/engine/store/{open,plain-names,portable-sql,private-files,reader,salvage,storable,whole-schema}.test.ts',
  'tests/engine/store/{write-ahead-log,writer}.test.ts',
  'tests/engine/{archived/{archived,bundles,new-bundle,random},audit/{filters,verify},data-subject/{data-subject,moved}}.test.ts',
  'tests/engine/cancellations/{about-the-order,console,engine-killed,held-calls,over-http,queries,races,second-person}.test.ts',
  'tests/engine/cancellations/verdicts.test.ts',
  'tests/engine/claims/{claim-file,claim-file-limits,claim-list,claim-overview,claim-pages,claim-records}.test.ts',
  'tests/engine/claims/{claim-subjects,elsewhere,policy-book,related,subject-of-order,timeline}.test.ts',
  'tests/engine/policies/{crash,files,import,interruptions,lookups,owners,room,watched-folder}.test.ts',
  'tests/engine/claims/{amounts,matching}.test.ts',
  'tests/engine/{absences,take-overs,open-id/open-id,derivation/random-histories,retention/{closed-claims,run}}.test.ts',
  'tests/engine/attachments/{content,crash,downloads,downloads/queue,hosts}.test.ts',
  'tests/engine/attachments/{near-duplicates,place,platform-key,ports,released,revisions,sameness,taken-back}.test.ts',
  'tests/engine/receiver/{authentication,caller-address,cancellations,deliveries,large-bodies,limits}.test.ts',
  'tests/engine/receiver/{listener,openapi,policies,problems,protocols,request-body,tls,unused-connection}.test.ts',
  'tests/engine/ledger/{figures,limits,random-claims}.test.ts',
  'tests/engine/{archive/{archives,write-bundle},derivation/derivation,exports/{paper,places,sheets}}.test.ts',
];

/** What is SQLite's alone. */
export const ofSqlite = [
  'tests/engine/**/query-plans.test.ts',
  // Its files: opened, locked, copied, moved, checked, compacted, repaired, tampered with.
  'tests/engine/store/{bodies-apart,compaction,gone,move-arrivals,planned-once,rebuild-tables}.test.ts',
  'tests/engine/{audit/anchors,check/{check,verification},journal/archived,receiver/thread}.test.ts',
  // A rebuild, a salvage, the second copy and a restore are of files alone; a backup of a database is its files (move.test.ts).
  'tests/engine/{backup,rebuild,review}/**/*.test.ts',
  'tests/engine/{salvage,archived/rebuild,figures/rebuild}.test.ts',
  // Counts turns of the thread, which come otherwise with a server; there real engines are killed (faults/postgres, cancellations/engine-killed).
  'tests/engine/cancellations/random/lives.test.ts',
  // Databases of older versions.
  'tests/engine/{attachments/{dropped,older-hosts},audit/older-log,cancellations/older-database}.test.ts',
  // Rows that are written by its own functions, and how fast it reads them.
  'tests/engine/claims/many-records.test.ts',
  // Has a PostgreSQL of its own.
  'tests/engine/store/postgres/**/*.test.ts',
];

/** What opens no store, so that none makes a difference to it; by what it is about. */
export const withoutStore: Readonly<Record<string, readonly string[]>> = {
  'downloads as they come over the network, before anything is kept': [
    'tests/engine/attachments/downloads/!(queue).test.ts',
    'tests/engine/attachments/{display-name,reference-address,references,s3-place}.test.ts',
    'tests/engine/outbound/trust.test.ts',
  ],
  'a note beside any store': ['tests/engine/store/given-numbers.test.ts'],
  'what a call or its body says, read without keeping it': [
    'tests/engine/bodies/{extract,tax-ids}.test.ts',
    'tests/engine/receiver/{certificate,http-rules,parameters,paths}.test.ts',
    'tests/engine/connection/{machine,reach}.test.ts',
  ],
  'functions, on values that the tests give them': [
    'tests/engine/cancellations/state-machine.test.ts',
    'tests/engine/claims/{item-names,pairing}.test.ts',
    'tests/engine/{journal/numbering,policies/values,retention/looks-in-turn}.test.ts',
  ],
  'keys and files of archives, beside any store': [
    'tests/engine/archive/{archive-key,hostile-zip}.test.ts',
    'tests/engine/{rename-file,small-file}.test.ts',
  ],
  'what is in memory alone: changes, presence, loops and threads': [
    'tests/engine/{arrival-load,background-loop,collect-at-rest,task-thread}.test.ts',
    'tests/engine/{changes/changes,console/shared-reads,presence/presence}.test.ts',
  ],
};

/** What opens a store and would pass on a server, or might, and does not run on it; by the reason. */
export const notYet: Readonly<Record<string, readonly string[]>> = {
  'bundles that were written, which are the same whichever store they are of (write-bundle.test.ts)': [
    'tests/engine/archive/{damaged-bundles,encrypted-bundles}.test.ts',
  ],
  'a whole program whose data are in files: what it takes and shows is looked at, not where it is kept': [
    'tests/engine/attachments/{hostile,hostile-contents}.test.ts',
    'tests/engine/bodies/repeated-names.test.ts',
  ],
  'what a browser makes of the receiver over TLS; that runs on a server without one (receiver/tls.test.ts)': [
    'tests/engine/receiver/tls-chromium.test.ts',
  ],
};
