import type { archives as esArchives } from '../es/archives.ts';
import type { Translated } from '../translated.ts';

export const archives: Translated<typeof esArchives> = {
  title: 'Archive {{name}}',
  band: {
    bundle: 'Archive · read only',
    copy: 'Copy · read only',
  },
  about: 'made {{when}}',
  aboutCompany: '{{company}}, made {{when}}',
  signature: {
    good: 'Signed',
    none: 'Not signed',
    bad: 'The signature does not match',
    lost: 'Signature cut off',
  },
  explain: {
    checking:
      'What is shown was checked when it was read. All else is being read now, to say whether the whole archive is as it was made.',
    whole: 'Every part was read, and is as it was made.',
    good: 'It was signed by the key {{key}}. Compare this fingerprint with the one that the insurer shows in its settings.',
    none: 'Whoever made it did not sign it: nobody can check whose it is.',
    bad: 'What says who made it was changed, or is damaged.',
    lost: 'Whether it was signed, and by whom, was lost with the end of the archive.',
  },
  checking: 'Checking… {{percent}}%',
  whole: 'Whole',
  lost: 'The file of this archive cannot be read any more: its disk was taken out, or its folder is away. What was not looked at before is not shown. Open it again once it is there.',
  cutOff:
    'This archive is incomplete: it was cut off while it was copied or downloaded, and its end is missing. What is left is shown. Copy it again from where it came.',
  damagedFile: '{{filename}}, of {{owners}}',
  damagedUnnumbered: '{{kind}} (its number cannot be read)',
  damagedSoFar_one:
    'One part of this archive is damaged and is not shown. The others are still being checked.',
  damagedSoFar_other:
    '{{count}} parts of this archive are damaged and are not shown. The others are still being checked.',
  damaged_one: 'One part of this archive is damaged and is not shown. All else is whole.',
  damaged_other: '{{count}} parts of this archive are damaged and are not shown. All else is whole.',
  showDamaged: 'Show which',
  hideDamaged: 'Hide',
  moreDamaged: 'and {{count}} more',
  undecided: 'Nothing had been decided when this archive was made.',
  noBook:
    'This archive was made by an earlier Perito, without the policy book: how the policy stood on that day is not in it.',
  open: {
    button: 'Open an archive of Perito…',
    drop: 'Drop the archive here to open it, read only',
    tooMany: 'Five archives are open already. Close one and open it again.',
    diskFull: 'There is not enough room on the disk to open the archive.',
    notABundle: 'That is no archive of Perito (.perito).',
    unreachable: 'Perito does not answer: the archive was not opened.',
  },
  close: 'Close this archive',
  link: {
    lost: 'Perito answers no more: this archive was closed, or the program was. You may close this window.',
  },
};
