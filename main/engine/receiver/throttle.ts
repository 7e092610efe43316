import { isIPv6 } from 'node:net';
import type { Clock } from '../clock.ts';

const maxAddresses = 10_000;

/**
 * Counts failed authentications per address in windows of time. It is asked only about failures, so a valid
 * key is never slowed. The map is bounded: the oldest windows are forgotten first.
 */
export function createThrottle(clock: Clock, limit: { failures: number; failureWindow: number }) {
  const windows = new Map<string, { until: number; failures: number }>();
  return {
    /** Notes a failure; the seconds to wait once there were too many, else null. */
    note(address: string): number | null {
      const now = clock.now();
      const source = sourceOf(address);
      const known = windows.get(source);
      if (known !== undefined && known.until > now) {
        known.failures++;
        return known.failures > limit.failures ? Math.max(1, Math.ceil((known.until - now) / 1000)) : null;
      }
      windows.delete(source);
      if (windows.size >= maxAddresses) {
        for (const oldest of windows.keys()) {
          windows.delete(oldest);
          break;
        }
      }
      windows.set(source, { until: now + limit.failureWindow, failures: 1 });
      return limit.failures < 1 ? Math.ceil(limit.failureWindow / 1000) : null;
    },
  };
}

/** One host may hold a whole /64 of IPv6, which counts as one source. */
function sourceOf(address: string): string {
  const plain = address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.replace(/%.*$/, '').split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}
