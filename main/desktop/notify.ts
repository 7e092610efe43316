/** Notifications of the system. */
import { Notification } from 'electron';
import { logFault } from './log-fault.ts';

/** Electron forgets one that nobody keeps, and its click never comes. */
const kept = new Set<Notification>();
const maxKept = 100;

export function notify({ title, body, onClick }: { title: string; body: string; onClick: () => void }): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification({ title, body });
  const forget = () => kept.delete(notification);
  notification.on('click', () => {
    forget();
    onClick();
  });
  // What timed out still lies in the system's list of notifications, and may be clicked there much later.
  notification.on('close', ({ reason }) => {
    if (reason !== 'timedOut') forget();
  });
  notification.on('failed', (_event, error) => {
    forget();
    logFault('notification', error);
  });
  kept.add(notification);
  const [oldest] = kept;
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  notification.show();
}
