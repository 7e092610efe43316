/** What the screen gives for proxies and routers, and that real proxies take it. */
import { request } from 'node:https';
import { expect, onTestFinished, test } from 'vitest';
import {
  caddySite,
  cloudflaredCommands,
  forwardingRule,
  isInsideAddress,
  listenedAddresses,
  nginxSite,
  officeAddress,
  placeOf,
  providerShared,
  scopeOnScreen,
  tailscaleCommands,
} from '../../../renderer/connection/ways-in.ts';
import type { OwnAddress } from '../../../shared/contract/reachability.ts';
import { purchaseOrder } from '../../engine/orders.ts';
import { certificateFolder } from '../../engine/receiver/certificates.ts';
import { goodKey, openHouse } from '../../engine/receiver/house.ts';
import { freePort } from '../../free-port.ts';
import { isThere, startCaddy, startNginx } from '../../real-proxy.ts';

const made = certificateFolder();

const listening = { address: '127.0.0.1', port: 8650, certificate: null };
const own = (interfaceName: string, address: string, scope: OwnAddress['scope']): OwnAddress => ({
  ...{ interfaceName, address, scope },
});

/** A call over HTTPS to a proxy of this computer, from an address that is not the proxy's own. */
function call(url: string, options: { body?: string } = {}): Promise<{ status: number; text: string }> {
  const { body } = options;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      ...{ method: body === undefined ? 'GET' : 'POST', rejectUnauthorized: false, agent: false },
      localAddress: '127.0.0.2',
      headers: { 'x-api-key': goodKey, 'content-type': 'application/json' },
    });
    sent.on('error', reject).on('response', (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
      );
    });
    sent.end(body);
  });
}

/** A proxy before a receiver at these public paths: passes an order, a large body, a slash in a policy number, and the caller. */
async function passesAll(begin: (site: ReturnType<typeof placeOf>) => Promise<void>, path: string) {
  const house = await openHouse({ trustedProxies: ['127.0.0.1'] });
  onTestFinished(() => house.close());
  const port = Number(new URL(house.url).port);
  const publicUrl = `https://localhost:${await freePort()}${path}`;
  const place = placeOf({ ...listening, port }, { publicUrl, largestBodyMebibytes: 32 });
  const { port: publicPort } = new URL(publicUrl);
  // Nobody is offered steps for this computer's own name.
  expect(place).toMatchObject({ isExample: true, path: '' });
  await begin({ ...place, publicHost: 'localhost', publicPort: Number(publicPort), path });
  const order = await call(`${publicUrl}/PurchaseOrders`, { body: JSON.stringify(purchaseOrder(1)) });
  expect(order).toMatchObject({ status: 200, text: expect.stringContaining('"purchaseOrderNumber":"OC-') });
  // Larger than proxies let through by themselves, and than what is accepted: the receiver says so itself.
  const tooLarge = await call(`${publicUrl}/PurchaseOrders`, { body: ' '.repeat(9 * 1024 * 1024) });
  expect(tooLarge).toMatchObject({ status: 413, text: expect.stringContaining('"type"') });
  expect((await call(`${publicUrl}/InsurancePolicies/POL%2F1/balance?vin=A`)).status).not.toBe(400);
  house.receiver.ownCalls.expect('a1b2');
  expect(await call(`${publicUrl}/.well-known/perito/a1b2`)).toEqual({ status: 200, text: 'perito\n' });
  expect(house.receiver.ownCalls.expect('a1b2')).toEqual({
    ...{ address: '127.0.0.2', proxy: '127.0.0.1', isClaimed: false },
  });
}

const paths = ['', '/perito'];
const proxyOf = ({ publicHost, publicPort }: ReturnType<typeof placeOf>) => ({
  port: publicPort,
  servername: publicHost,
});

test.runIf(isThere('nginx', '-v')).each(paths)(
  'a real nginx takes its site, with the public path "%s", and passes calls with whose they are',
  async (path) => {
    await passesAll(async (place) => {
      const { cert, key } = made.issue('nginx');
      const live = `/etc/letsencrypt/live/${place.publicHost}`;
      const site = nginxSite(place)
        .replace(`${live}/fullchain.pem`, cert)
        .replace(`${live}/privkey.pem`, key);
      expect(site).not.toContain('letsencrypt');
      await startNginx(site, proxyOf(place));
    }, path);
  },
);

test.runIf(isThere('caddy', 'version')).each(paths)(
  'a real Caddy takes its site, with the public path "%s", and passes calls with whose they are',
  async (path) => {
    await passesAll(async (place) => {
      const site = caddySite(place);
      expect(site).toContain('response_header_timeout 120s');
      await startCaddy(site, proxyOf(place));
    }, path);
  },
);

test('what is to be copied has the host, port and path of this computer, and waits longer than a cancellation is held', () => {
  const known = { publicUrl: 'https://perito.prueba.example:8443/api/', largestBodyMebibytes: 32 };
  const place = placeOf({ ...listening, address: '0.0.0.0' }, known);
  expect(place).toMatchObject({ publicHost: 'perito.prueba.example', publicPort: 8443, path: '/api' });
  expect(nginxSite(place)).toContain('proxy_pass http://127.0.0.1:8650/;');
  expect(nginxSite(place)).toContain('proxy_read_timeout 120s;');
  expect(nginxSite(place)).toContain('client_max_body_size 32m;');
  expect(caddySite(place)).toMatch(/^perito\.prueba\.example:8443 \{\n\thandle_path \/api\/\* \{\n/);
  expect(forwardingRule(place, '192.168.1.20')).toEqual({
    ...{ protocol: 'TCP', from: 8443, to: '192.168.1.20:8650' },
  });
  const secure = placeOf(
    { ...listening, certificate: { certificate: null, problem: null, warnings: [], loadedAt: null } },
    { publicUrl: '', largestBodyMebibytes: 32 },
  );
  expect(secure).toMatchObject({ isExample: true, publicPort: 443, localUrl: 'https://127.0.0.1:8650' });
  expect(caddySite(secure)).toContain('tls_insecure_skip_verify');
  expect(cloudflaredCommands(secure)).toContain('--url https://127.0.0.1:8650 --no-tls-verify perito');
  expect(tailscaleCommands(secure)).toBe('tailscale funnel --bg https+insecure://127.0.0.1:8650\n');
});

test('addresses are those at which it listens, and one that a provider shares is told from the one of a tunnel', () => {
  const office = own('eth0', '192.168.1.20', 'private');
  const six = own('eth0', 'fd00::20', 'private');
  const tailscale = own('tailscale0', '100.101.102.103', 'shared');
  const modem = own('wwan0', '100.64.3.2', 'shared');
  const all = [office, six, tailscale];
  expect(listenedAddresses('0.0.0.0', all)).toEqual({ listened: [office, tailscale], others: [six] });
  expect(listenedAddresses('::', all).listened).toEqual(all);
  expect(listenedAddresses('192.168.1.20', all).listened).toEqual([office]);
  expect([tailscale, modem].map(scopeOnScreen)).toEqual(['tailnet', 'shared']);
  expect([providerShared(all), providerShared([...all, modem])]).toEqual([null, '100.64.3.2']);
  expect(providerShared([modem, own('eth1', '190.80.1.1', 'public')])).toBeNull();
  expect(officeAddress([six, office])).toBe('192.168.1.20');
  expect(['10.1.2.3', '172.31.0.1', '100.64.3.2', '::1', 'fd00::1'].every(isInsideAddress)).toBe(true);
  expect(['190.80.1.1', '172.32.0.1', '100.128.0.1', '2001:db8::1'].some(isInsideAddress)).toBe(false);
});
