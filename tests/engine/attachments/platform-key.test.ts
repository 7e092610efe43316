import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFileServer } from '../../files/file-server.ts';
import { reportNaming, sendReport } from '../../files/reports.ts';
import { isStored, settled } from '../../files/settled.ts';
import { openEngineHouse } from './house.ts';

const key = 'aseguradora@prueba.example:clave-muy-secreta-7f3a';
const header = Buffer.from(key).toString('base64');

/** Whether a text stands anywhere below a folder, as it is or in Base64. */
function isBelow(folder: string, secret: string): boolean {
  const forms = [secret, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .some((entry) => {
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      return forms.some((form) => bytes.includes(form));
    });
}

test('the key goes to the platform alone, and only while that is switched on; it stands nowhere', async () => {
  const seen: string[] = [];
  await using platform = await openFileServer();
  await using other = await openFileServer();
  for (const [name, server] of Object.entries({ platform, other }))
    server.serveElsewhere((response, { url, headers }) => {
      seen.push(`${name} ${url} ${headers['x-api-key'] ?? 'none'}`);
      if (url === '/v2/leads-away.jpg') response.writeHead(302, { location: `${other.url}/led.jpg` }).end();
      else response.writeHead(200, { 'content-type': 'image/jpeg' }).end(`${name} ${url}`);
    });
  const house = await openEngineHouse({
    files: [platform, other],
    platform: { url: `${platform.url}/v2`, key },
  });
  const report = async (id: number, addresses: string[]) => {
    const recordId = await sendReport(house, reportNaming(id, addresses));
    await settled(house, recordId, addresses.length, isStored);
  };
  await report(1, ['off.jpg']);
  await house.client.settings.update({ attachments: { sendPlatformKey: true } });
  await report(2, ['on.jpg', 'leads-away.jpg', `${other.url}/other.jpg`]);
  await house.client.settings.update({ attachments: { sendPlatformKey: false } });
  await report(3, ['off-again.jpg']);
  expect(seen.filter((line) => line.includes('.jpg')).sort()).toEqual(
    [
      'platform /v2/off.jpg none',
      `platform /v2/on.jpg ${header}`,
      `platform /v2/leads-away.jpg ${header}`,
      'other /led.jpg none',
      'other /other.jpg none',
      'platform /v2/off-again.jpg none',
    ].sort(),
  );
  expect(isBelow(house.dataDir, 'clave-muy-secreta')).toBe(false);
  expect(isBelow(house.dataDir, key)).toBe(false);
  expect(isBelow(house.dataDir, 'off-again.jpg')).toBe(true);
  for (const secret of [key, header, 'clave-muy-secreta'])
    expect(JSON.stringify(house.logged)).not.toContain(secret);
  const { rows } = await house.client.audit.list({});
  expect(JSON.stringify(rows)).not.toContain('clave-muy-secreta');
});
