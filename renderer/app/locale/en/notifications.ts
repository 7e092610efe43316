import type { notifications as spanish } from '../es/notifications.ts';
import type { Translated } from '../translated.ts';

export const notifications: Translated<typeof spanish> = {
  about:
    'What the system notifies you of while nobody looks at Perito. What is on the screen is not notified.',
  inBrowser:
    'In the browser the system tells of nothing: what comes is seen while this tab is open. The desktop of Perito does tell.',
  kinds: {
    cancellations: 'Cancellations that wait',
    failures: 'Failures',
    backups: 'Backups',
  },
  kindsHelp: {
    cancellations: 'With the order, the amount and the time that is left to answer.',
    failures:
      'Nothing is received, the disk is nearly full, data are damaged, another engine leads, the database lacks its synchronous replica, a rejected delivery came, or files could not be downloaded.',
    backups: 'There is no recent backup.',
  },
  quiet: 'Quiet hours',
  quietHelp: 'In these hours nothing is told. What still stands is told afterwards.',
  from: 'From',
  until: 'Until',
  quietNever: 'It begins and ends at the same hour: there are no quiet hours.',
};
