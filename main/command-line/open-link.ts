import { spawn } from 'node:child_process';
import { cleanEnvironment } from '../shell/clean-environment.ts';

/** Asks the system to open an address in its browser; where it cannot, the printed link is enough. */
export function openLink(link: string, platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): void {
  const [program, ...given] = openerOf(link, platform);
  if (program === undefined) return;
  if (platform === 'linux' && !environment['DISPLAY'] && !environment['WAYLAND_DISPLAY']) return;
  const opener = spawn(program, given, {
    stdio: 'ignore',
    detached: true,
    env: cleanEnvironment(environment),
  });
  opener.on('error', () => {});
  opener.unref();
}

function openerOf(link: string, platform: NodeJS.Platform): string[] {
  if (platform === 'darwin') return ['open', link];
  // rundll32 takes the address as one argument; cmd's start would read a & in it as another command.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', link];
  return ['xdg-open', link];
}
