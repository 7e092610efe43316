import type { rejected as esRejected } from '../es/rejected.ts';
import type { Words } from '../words.ts';

export const rejected: Words<typeof esRejected> = {
  filter: { label: 'Show', all: 'All', unseen: 'Not seen' },
  row: { unseen: 'Not seen', bytes: '{{size}}' },
  empty: {
    all: {
      title: 'Nothing rejected',
      text: 'If the marketplace sends something that cannot be registered, it is kept here with its bytes and the reason.',
    },
    unseen: { title: 'Everything seen', text: 'What is rejected anew will show here.' },
  },
  detail: {
    answered: 'Answered {{status}}',
    reason: 'Reason',
    errors: 'Where',
    root: 'the whole body',
    request: 'Request',
    key: 'Key',
    received: 'Received',
    contentType: 'Content type',
    noContentType: 'None',
    size: 'Size',
    cut: '{{received}} arrived; the first {{kept}} were kept.',
    body: 'Body received',
    bodyEmpty: 'It came without a body.',
    asText: 'Text',
    asHex: 'Bytes',
    form: 'Form of the body',
    notUtf8: 'Not UTF-8 text: the bytes are shown.',
    more: '{{shown}} of {{all}} shown. Download to see the whole.',
    download: 'Download',
    markSeen: 'Mark seen',
    seen: 'Seen',
    unmark: 'Take the seen mark back',
    nowSeen: 'Marked as seen',
    whatTitle: 'What to do',
    what: {
      malformed:
        'The marketplace was told the reason. Send this body back to them so that they correct it; once it comes right it enters as a normal record. Nothing is lost here.',
      tooLarge: 'The body is over the limit. Ask the marketplace to send it smaller or in parts.',
      method:
        'It called an address or a method that Perito does not serve. Check the base address with the marketplace.',
      type: 'The content has to be JSON. Ask the marketplace to send it as application/json.',
      busy: 'Perito could not store at that moment. The marketplace has to repeat the call.',
    },
  },
};
