import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ownAddresses, scopeOf } from '../../../main/engine/connection/addresses.ts';
import {
  findFirewall,
  stateByRegistry,
  stateBySocketFilter,
} from '../../../main/engine/connection/firewall.ts';
import {
  findPortHolder,
  holderByLsof,
  holderByNetstat,
  programByTasklist,
} from '../../../main/engine/connection/port-holder.ts';

test.runIf(process.platform === 'linux')('whoever has a port is named by its process', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  expect(await findPortHolder(port)).toEqual({ processId: process.pid, program: basename(process.execPath) });
});

test('Windows and macOS say whose a port is, in whatever language', () => {
  const netstat = [
    'Conexiones activas',
    '  Proto  Dirección local          Dirección remota        Estado           PID',
    '  TCP    0.0.0.0:135            0.0.0.0:0              LISTENING       908',
    '  TCP    192.168.1.20:8650      192.168.1.30:50101     ESTABLISHED     77',
    '  TCP    [::]:8650              [::]:0                 ESCUCHANDO      4312',
  ].join('\r\n');
  expect([holderByNetstat(netstat, 8650), holderByNetstat(netstat, 865)]).toEqual([4312, null]);
  expect(programByTasklist('"httpd.exe","4312","Services","0","12.300 KB"\r\n', 4312)).toBe('httpd.exe');
  expect(programByTasklist('INFORMACIÓN: no hay tareas', 4312)).toBeNull();
  expect(holderByLsof('p512\ncnginx\nf6\n')).toEqual({ processId: 512, program: 'nginx' });
  expect(holderByLsof('')).toEqual({ processId: null, program: null });
});

test.each([
  ['ufw that is on', { 'etc/ufw/ufw.conf': '# x\nENABLED=yes\n' }, 'ufw', 'on', 'sudo ufw allow 8650/tcp'],
  ['ufw that is off', { 'etc/ufw/ufw.conf': 'ENABLED=no\n' }, 'ufw', 'off', null],
  [
    'firewalld',
    { 'etc/systemd/system/multi-user.target.wants/firewalld.service': '' },
    'firewalld',
    'on',
    'sudo firewall-cmd --permanent --add-port=8650/tcp && sudo firewall-cmd --reload',
  ],
  ['none', {}, 'none', 'unknown', null],
])('the firewall of a Linux is known by its files: %s', async (_, files, kind, state, command) => {
  const root = mkdtempSync(join(tmpdir(), 'perito-firewall-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  expect(await findFirewall(8650, { platform: 'linux', root })).toEqual({ kind, state, command });
});

test('the firewalls of Windows and macOS are on, off, or not known', () => {
  const said = (value: string) =>
    `\r\nHKEY_LOCAL_MACHINE\\x\r\n    EnableFirewall    REG_DWORD    ${value}\r\n`;
  expect([said('0x1'), said('0x0'), ''].map(stateByRegistry)).toEqual(['on', 'off', 'unknown']);
  const mac = ['Firewall is enabled. (State = 1)', 'Firewall is disabled. (State = 0)', ''];
  expect(mac.map(stateBySocketFilter)).toEqual(['on', 'off', 'unknown']);
});

test('addresses are told apart by who can call them', () => {
  expect(
    ['127.0.0.2', 'fe80::1', '192.168.1.4', '100.64.3.2', '190.80.1.1', 'fd00::1', '2001:db8::1'].map(
      scopeOf,
    ),
  ).toEqual(['loopback', 'linkLocal', 'private', 'shared', 'public', 'private', 'public']);
  expect(ownAddresses()).toContainEqual(expect.objectContaining({ address: '127.0.0.1', scope: 'loopback' }));
});
