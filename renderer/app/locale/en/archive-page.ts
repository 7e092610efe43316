import type { archivePage as spanish } from '../es/archive-page.ts';
import type { Translated } from '../translated.ts';

export const archivePage: Translated<typeof spanish> = {
  title: 'Archive',
  of: 'Archive of {{company}}',
  made: 'Made on {{when}} with Perito {{version}}',
  counts: '{{records}} records · {{contents}} photos and documents',
  sample: 'Sample data: nothing that you see is real.',
  language: 'Español',
  print: 'Print',
  printAll: 'Print the {{all}} of the list',
  preparing: 'Preparing {{done}} of {{all}}…',
  tab: { records: 'Records', claims: 'Claims', check: 'How to check this archive' },
  search: 'Search',
  searchPlaceholder: 'Number, claim, policy, VIN, RNC, supplier, workshop…',
  kind: 'Kind',
  allKinds: 'All kinds',
  found_one: '{{shown}} record',
  found_other: '{{shown}} records',
  none: 'Nothing found. Try fewer words.',
  choose: 'Choose a record of the list.',
  back: 'Back to the list',
  cancelled: 'Cancelled',
  unsigned: 'Not signed',
  alone:
    'The photos and documents are not beside this page. Extract the whole archive into a folder ("Extract all") and open LEAME.html from there.',
  notHere: 'Not in the archive',
  notBeside: 'Not beside this page',
  original: 'Original',
  received: 'Received',
  reviewed: 'Reviewed',
  reviewedBy: '{{who}}, {{when}}',
  marketplaceId: 'Id at the marketplace',
  unknownWho: 'No name',
  section: {
    photos: 'Photos',
    documents: 'Documents',
    data: 'Data',
    findings: 'Findings',
    notes: 'Notes',
    cancellations: 'Cancellation',
    revisions: 'What arrived, as it arrived',
    audit: 'Log',
    claim: 'Claim',
  },
  revision: 'Revision {{revision}} · {{when}} · {{size}}',
  longBody: 'It is too long for this page. It is in {{part}}.',
  acknowledged: 'Reviewed by {{who}}, {{when}}: "{{reason}}"',
  asked: 'Asked to cancel on {{when}}',
  decided: { approve: 'Approved by {{who}}, {{when}}', refuse: 'Refused by {{who}}, {{when}}' },
  delivered: 'Delivered to the marketplace on {{when}}',
  notDelivered: 'Not delivered to the marketplace yet',
  claims: { none: 'No record of this archive has a claim number.', records: 'Records', story: 'Timeline' },
  check: {
    intro:
      'This archive can be checked without Perito, on any computer. Extract it into a folder, open a terminal there and run these commands, which nearly every Linux and macOS has (on Windows, Git Bash or WSL).',
    parts: '1. That no part was changed',
    partsText:
      'manifest.sha256 has the SHA-256 of every part, and root.sha256 that of the list. Both commands must say "OK" of everything.',
    signature: '2. Who made it',
    signatureText:
      'root.sig is the Ed25519 signature of root.sha256. The command must say "Signature Verified Successfully".',
    key: '3. Whose key it is',
    keyText:
      'The key is in public-key.pem. This is its fingerprint; compare it with the one that Perito shows in Settings, on the computer of whoever made the archive, or ask for it another way:',
    keyCommand: 'The same fingerprint comes from:',
    unsigned:
      'This archive is not signed: the computer that made it had no place to keep a key. The hashes tell whether something was damaged, but not who made it.',
    withPerito:
      'With Perito one command is enough, which names every part that is damaged, missing or added:',
    contents: 'What is in it',
    contentsText:
      'records/ has every record as JSON and every revision byte by byte as it arrived; attachments/ the photos and documents, each named by its SHA-256; claims/ the claims with their amounts; audit/ the log; manifest.json says where all of it came from.',
    installation: 'Installation',
  },
};
