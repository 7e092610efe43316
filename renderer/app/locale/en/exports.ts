import type { exports as spanish } from '../es/exports.ts';
import type { Translated } from '../translated.ts';

export const exports: Translated<typeof spanish> = {
  menu: {
    open: 'Export',
    csv: 'CSV, for any program',
    xlsx: 'Excel (XLSX)',
    pdf: 'PDF, for paper',
    command: 'Export the list: {{format}}',
    print: 'Print or save as PDF',
    label: 'Export the list',
  },
  busy: 'Three exports are being written already. Wait until one is done, or stop it.',
  writing: 'Exporting {{title}}: {{rows}} rows',
  writingOf: 'Exporting {{title}}: {{rows}} of {{total}} rows',
  preparing: 'Preparing {{title}}',
  stop: 'Stop',
  done_one: '{{title}}: {{shown}} row as {{format}}, {{size}}. The log notes who exported it.',
  done_other: '{{title}}: {{shown}} rows as {{format}}, {{size}}. The log notes who exported them.',
  document: '{{title}} is ready as PDF, {{size}}.',
  save: 'Save',
  saveOf: 'Save the file of {{title}}',
  open: 'Open',
  dismiss: 'Remove {{title}}',
  failure: {
    diskFull: '{{title}} was not exported: the disk is full. Free some space and repeat.',
    notWritable: '{{title}} was not exported: the data folder cannot be written.',
    targetExists: '{{title}} was not exported: there is a file of that name already.',
    tooManyRows:
      '{{title}} was not exported: it has more than {{most}} rows, the most of {{format}}. Use filters, or export CSV.',
    notFound: '{{title}} was not exported: it is not there any more.',
    stopped: 'The export of {{title}} was stopped. No file was left.',
    other: '{{title}} was not exported. Repeat; if it fails again, tell whoever looks after the computer.',
  },
  viewer: 'Exported document',
};
