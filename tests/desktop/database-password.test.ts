/** A desktop whose data were moved to a server that asks for a password: nobody starts it with a variable. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import * as es from '../../renderer/app/locale/es.ts';
import { startPerito } from '../e2e/perito.ts';
import { addressOf, Cluster, withPostgres } from '../faults/postgres/cluster.ts';
import { freePort } from '../free-port.ts';
import { missingPrograms, openKeyring } from '../keychain/private-session.ts';
import { startDesktopProgram } from './desktop-program.ts';

const isKeytarHere = await import('keytar').then(
  () => true,
  () => false,
);
const withKeyring = isKeytarHere && missingPrograms().length === 0 ? withPostgres : test.skip;

withKeyring(
  'it opens its window, asks for the password in another one, and opens by itself the next time',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'perito-desktop-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const dataDir = join(folder, 'data');
    const cluster = await Cluster.open();
    const before = await startPerito({
      ...{ dataDir, database: addressOf(cluster.port), person: 'Persona de prueba' },
    });
    const receiver = { address: '127.0.0.1', port: await freePort(), holdSeconds: 8 };
    await before.client.settings.update({ receiver });
    await before.stop();
    await cluster.setPassword('clave-de-la-base');
    const keyring = await openKeyring();
    onTestFinished(() => keyring.close());
    // What the stand-in of Electron writes goes into the folder of the test too.
    const { DBUS_SESSION_BUS_ADDRESS = '' } = keyring.environment;
    const environment = { DBUS_SESSION_BUS_ADDRESS, XDG_CONFIG_HOME: join(folder, 'config') };

    const { recovery, settings } = es;
    const first = await startDesktopProgram(dataDir, { environment });
    onTestFinished(() => first[Symbol.asyncDispose]());
    const page = await first.page();
    const panel = page.getByRole('region', { name: recovery.onServer.title.notAccessible });
    await panel.getByText(recovery.onServer.fault.noPassword).waitFor();
    await panel.getByText(recovery.onServer.password.kept).waitFor();
    await panel.getByRole('button', { name: recovery.onServer.password.give }).click();
    await panel.getByText(settings.keys.window.split('{{')[0] ?? '').waitFor();
    const form = await first.page('http://perito.app.localhost/secret/');
    const give = async (password: string) => {
      await form.locator('input[type=password]').fill(password);
      await form.getByRole('button').click();
    };
    await give('otra-clave');
    await form.getByRole('alert').waitFor();
    await give('clave-de-la-base');
    await form.locator('input[type=password]').waitFor({ state: 'detached' });
    await page.getByRole('navigation').first().waitFor();
    expect(first.said.join('')).not.toContain('clave-de-la-base');
    expect(await first.quit()).toBe(0);

    const next = await startDesktopProgram(dataDir, { environment });
    onTestFinished(() => next[Symbol.asyncDispose]());
    await (await next.page()).getByRole('navigation').first().waitFor();
    expect(await next.quit()).toBe(0);
  },
);
