/** What of the database can be made anew from the journal, and what people made, which cannot. */

/**
 * `derived`: made anew, nothing is kept. `kept`: cannot be made anew, every row is kept. `both`: rows are made anew, and what
 * people did to them, or what was fetched from others, is put back into them.
 */
type TableClass = 'derived' | 'kept' | 'both';

/** Every table of the database; a new one belongs in here. */
export const tableClasses: Readonly<Record<string, TableClass>> = {
  // Its id is the journal's; when it was made, and whether it holds sample data, is its own.
  installation: 'both',
  // Settings of people, and how far the journal is derived and examined (`derivedSettings`).
  setting: 'both',
  receiver_key: 'kept',
  // Of ids of vehicles in the policy book; those of records are the journal's.
  sequence: 'kept',

  record: 'both', // reviewed, assigned, flagged, decided on
  record_link: 'derived',
  claim: 'derived',
  claim_summary: 'derived',
  claim_subject: 'derived',
  claim_stale: 'derived',
  link_recheck: 'derived',
  finding: 'derived',
  figure: 'derived',
  price_figure: 'derived',
  figure_party: 'derived',
  figure_part: 'derived',
  figure_share: 'derived',
  figure_stale: 'derived',
  search: 'derived',
  search_stale: 'derived',
  large_body: 'derived',
  not_derived: 'derived',
  // What brought the examiner down once is not tried again by itself.
  not_examined: 'kept',
  note: 'kept',
  decision: 'kept',
  acknowledgement: 'kept',
  filter_choice: 'derived',
  saved_view: 'kept',
  claim_assignment: 'kept',
  claim_note: 'kept',
  mention: 'kept',
  reminder: 'kept',

  cancellation: 'both', // verdicts and closings, which are repeated in their order
  ask: 'derived',
  verdict_proposal: 'kept',

  rejected_delivery: 'both', // seen
  rejected_repeat: 'derived',

  policy_lookup: 'derived',
  policy_book: 'kept',
  policy: 'kept',
  policy_vehicle: 'kept',
  policy_search: 'derived', // from the book
  policy_import: 'kept',
  policy_import_problem: 'kept',
  policy_mapping: 'kept',
  policy_folder_file: 'kept',

  attachment: 'both', // ids, which marks name, and how far each was fetched
  attachment_mark: 'kept',
  attachment_host: 'kept',
  // Files that lie beside the database, and what is known of them.
  content: 'kept',
  perceptual_hash_quarter: 'kept',
  similar_content: 'kept',
  // Read anew where it is lost (`kept-rows.ts`).
  pdf_text: 'kept',
  reference_list: 'kept',

  // A row that is lost is made anew from what the journal says of it, without where it lies.
  bundle: 'kept',
  retention_run: 'kept',

  // Of a time of which the journal has nothing.
  absence: 'kept',

  person: 'kept',
  sign_in: 'kept',
  invitation: 'kept',
  wrong_secret: 'kept',
  provider_identity: 'kept',

  audit: 'kept',
  audit_head: 'kept',
};

/** Rows of `setting` that say how far deriving and examining came. */
const derivedSettings: readonly string[] = [
  'derivedCalls',
  'derivedArrivals',
  'examinedEntry',
  'examinedThresholds',
  'examinationBegan',
];

/** Of a table of class `both`, the rows that have something to be put back. */
export const keptRows: Readonly<Record<string, string>> = {
  installation: 'true',
  setting: `name NOT IN (${derivedSettings.map((name) => `'${name}'`).join(', ')})`,
  record: `reviewed_at IS NOT NULL OR assigned_at IS NOT NULL OR flagged_at IS NOT NULL OR decision IS NOT NULL
    OR decision_proposed = 1`,
  cancellation: `verdict IS NOT NULL OR coalesce(closed_by, '') <> ''`,
  rejected_delivery: 'seen_at IS NOT NULL',
  attachment: 'true',
};
