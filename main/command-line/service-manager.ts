/**
 * What a service manager is told of a run, as systemd has it (sd_notify(3)): that it is ready, that it ends, and
 * regularly that it is alive. Node has no datagram socket of the file system, so systemd's own program is asked to say it; a unit
 * therefore needs `NotifyAccess=all`. Where there is no such manager nothing is done.
 */
import { execFile } from 'node:child_process';
import { taken } from '../shell/start-process.ts';

export interface ServiceManager {
  /** Receives, or has a console that says why not. */
  ready(status: string): void;
  /** A start that takes longer than usual has so much more time. */
  extend(milliseconds: number): void;
  stopping(): void;
}

/**
 * The manager that `environment` names, or one that hears nothing. While `isAlive`, it is told so twice in the time after which it
 * would end the service.
 */
export function serviceManager(
  environment: NodeJS.ProcessEnv,
  isAlive: () => boolean,
  say: (assignments: string[]) => void = sayBySystemdNotify(environment),
): ServiceManager {
  if (!environment['NOTIFY_SOCKET']) {
    return { ready() {}, extend() {}, stopping() {} };
  }
  const watchdogMs = watchdogOf(environment);
  let watch: NodeJS.Timeout | null = null;
  return {
    ready(status) {
      say(['READY=1', `STATUS=${status}`]);
      if (watchdogMs === null || watch !== null) return;
      watch = setInterval(() => {
        if (isAlive()) say(['WATCHDOG=1']);
      }, watchdogMs / 2).unref();
    },
    extend: (milliseconds) => say([`EXTEND_TIMEOUT_USEC=${milliseconds * 1000}`]),
    stopping() {
      if (watch !== null) clearInterval(watch);
      say(['STOPPING=1']);
    },
  };
}

/** In milliseconds; null where the manager watches nothing, or another process. */
function watchdogOf({ WATCHDOG_USEC: limit, WATCHDOG_PID: pid }: NodeJS.ProcessEnv): number | null {
  if (limit === undefined || !/^\d{1,15}$/.test(limit)) return null;
  if (pid !== undefined && pid !== String(process.pid)) return null;
  return Math.max(1, Number(limit) / 1000);
}

/** What is not heard is no failure of the service. */
function sayBySystemdNotify({ NOTIFY_SOCKET: socket = '' }: NodeJS.ProcessEnv) {
  return (assignments: string[]): void => {
    const env = { ...taken('PATH'), NOTIFY_SOCKET: socket };
    execFile('systemd-notify', assignments, { env, timeout: 10_000 }, () => {});
  };
}
