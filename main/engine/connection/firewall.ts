/** The firewall of this computer, as far as it is known without the rights of an administrator. */
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Firewall } from '#shared/contract/reachability.ts';
import { outputOf } from './system-command.ts';

type Machine = {
  platform?: NodeJS.Platform;
  /** Where the system's files lie. */
  root?: string;
  /** The program that receives. */
  program?: string;
};

/** What has to be told to it so that calls come to the port. Nothing is changed by this. */
export async function findFirewall(port: number, machine: Machine = {}): Promise<Firewall> {
  const { platform = process.platform, root = '/', program = process.execPath } = machine;
  if (platform === 'win32') return onWindows(port);
  if (platform === 'darwin') return onMac(program);
  if (platform === 'linux') return onLinux(port, root);
  return { kind: 'none', state: 'unknown', command: null };
}

async function onLinux(port: number, root: string): Promise<Firewall> {
  const ufw = await readFile(join(root, 'etc/ufw/ufw.conf'), 'utf8').catch(() => null);
  const isWanted = (unit: string) =>
    access(join(root, 'etc/systemd/system', unit)).then(
      () => true,
      () => false,
    );
  const byUfw = ufw !== null && /^\s*ENABLED\s*=\s*yes\s*$/im.test(ufw);
  if (byUfw) return { kind: 'ufw', state: 'on', command: `sudo ufw allow ${port}/tcp` };
  if (await isWanted('multi-user.target.wants/firewalld.service'))
    return {
      kind: 'firewalld',
      state: 'on',
      command: `sudo firewall-cmd --permanent --add-port=${port}/tcp && sudo firewall-cmd --reload`,
    };
  if (await isWanted('sysinit.target.wants/nftables.service'))
    // Its table and chain have any name.
    return { kind: 'nftables', state: 'unknown', command: 'sudo nft list ruleset' };
  if (ufw !== null) return { kind: 'ufw', state: 'off', command: null };
  return { kind: 'none', state: 'unknown', command: null };
}

const windowsProfile =
  'HKLM\\SYSTEM\\CurrentControlSet\\Services\\SharedAccess\\Parameters\\FirewallPolicy\\StandardProfile';

async function onWindows(port: number): Promise<Firewall> {
  const said = await outputOf('reg.exe', 'query', windowsProfile, '/v', 'EnableFirewall');
  return {
    kind: 'windows',
    state: stateByRegistry(said ?? ''),
    // In the networks for which the installer lets calls in too: private ones and those of a domain.
    command: `New-NetFirewallRule -DisplayName "Perito ${port}" -Direction Inbound -Action Allow -Profile Private,Domain -Protocol TCP -LocalPort ${port}`,
  };
}

/** The registry says it in every language of the system alike; `netsh` does not. */
export function stateByRegistry(text: string): Firewall['state'] {
  const value = /EnableFirewall\s+REG_DWORD\s+0x([0-9a-f]+)/i.exec(text)?.[1];
  if (value === undefined) return 'unknown';
  return Number.parseInt(value, 16) === 0 ? 'off' : 'on';
}

const socketFilter = '/usr/libexec/ApplicationFirewall/socketfilterfw';

async function onMac(program: string): Promise<Firewall> {
  const said = await outputOf(socketFilter, '--getglobalstate');
  return {
    kind: 'macos',
    state: stateBySocketFilter(said ?? ''),
    command: `sudo ${socketFilter} --add "${program}" --unblockapp "${program}"`,
  };
}

export function stateBySocketFilter(text: string): Firewall['state'] {
  const value = /State = (\d)/.exec(text)?.[1];
  if (value === undefined) return 'unknown';
  return value === '0' ? 'off' : 'on';
}
