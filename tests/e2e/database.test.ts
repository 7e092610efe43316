/**
 * Who looks after an office follows its database on the settings' page: alone, with a second engine, with a standby that may lose
 * something and one that may not, while nothing is acknowledged, while the server is away, and after the leader fell.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { addressOf, Cluster, withPostgres } from '../faults/postgres/cluster.ts';
import { Engine, leaseMilliseconds, patience } from '../faults/postgres/office.ts';
import { freePort } from '../free-port.ts';
import { violations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, failuresOf, go, textOf } from './console-page.ts';
import { type Language, looksOf } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';
import { pictures } from './picture.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

/** How often the page looks, in milliseconds. */
const lookMilliseconds = 5000;

/** The page, which is looked at anew by itself every five seconds. */
async function openPage(
  { link }: Pick<Perito, 'link'>,
  { locale, words }: Language,
  colorScheme: 'light' | 'dark',
): Promise<Page> {
  const context = await browser.newContext({
    ...{ locale, colorScheme, reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } },
  });
  onTestFinished(() => context.close());
  const page = await enterConsole(await context.newPage(), link);
  await go(page, '/settings/database');
  await page.getByRole('heading', { name: words.settings.section.database, level: 1 }).waitFor();
  return page;
}

/** Does what a command of the page says, as the administrator of the server. */
async function followed(cluster: Cluster, page: Page, begin: string): Promise<void> {
  const command = await page.locator('pre, code').filter({ hasText: begin }).first().innerText();
  for (const statement of command.split('\n')) await cluster.ask(statement);
}

withPostgres.each(looksOf(0))(
  'in $language.language, $colorScheme: what would be lost and who leads is said as it changes, with what to do',
  { timeout: patience },
  async ({ language, colorScheme }) => {
    const { database } = language.words;
    const { engines, replication } = database;
    const cluster = await Cluster.open();
    // At the first of its places nobody answers.
    const places = addressOf(await freePort(), cluster.port);
    const perito = await startPerito({ database: places, person: 'Persona de prueba' });
    onTestFinished(() => perito[Symbol.asyncDispose]());
    let page = await openPage(perito, language, colorScheme);
    let isAway = false;
    const failures = failuresOf(page, (text) => isAway && /status of 500 .*\/rpc\//.test(text));
    const said = (text: string) => page.getByRole('status').filter({ hasText: textOf(text) });
    const part = (name: string) => page.getByRole('region', { name });
    const engine = (state: string) => part(engines.title).getByRole('listitem').filter({ hasText: state });
    const looked = async (name: string) => {
      expect(await violations(page)).toEqual([]);
      await pictures(page, `database-${name}-${language.locale}-${colorScheme}`);
    };
    /** What every other screen says of it, where it says it. */
    const elsewhere = async (risk: 'waits' | 'asynchronous') => {
      expect(await said(database.band[risk]).count()).toBe(0);
      await go(page, '/inbox');
      await said(database.band[risk]).waitFor();
      await looked(`band-${risk}`);
      await page.getByRole('link', { name: database.band.see }).click();
      await page.getByRole('heading', { name: language.words.settings.section.database, level: 1 }).waitFor();
    };

    await said(replication.none.title).waitFor();
    await engine(engines.leads).filter({ hasText: engines.here }).waitFor();
    await part(engines.title)
      .getByText(
        `perito serve --data /var/lib/perito \\ --database ${addressOf(cluster.port)} \\ --console-host 0.0.0.0 `,
      )
      .waitFor();
    await part(database.server.title).getByText(`127.0.0.1:${cluster.port}`).waitFor();
    await part(database.statements.title).getByText(database.statements.notInstalled).waitFor();
    await looked('alone');

    const second = await Engine.make(addressOf(cluster.port));
    second.start();
    await second.standsBy(cluster);
    await engine(engines.standsBy)
      .filter({ hasText: `(${second.pid})` })
      .waitFor();
    expect(await part(engines.title).getByText(engines.alone).count()).toBe(0);

    // Perito's account may not see it until the administrator of the server does what the page says.
    const standby = await cluster.openStandby();
    await said(replication.hidden.title).waitFor();
    await looked('hidden');
    await followed(cluster, page, 'GRANT ');
    await said(replication.asynchronous.title).waitFor();
    const standbys = page.getByRole('table', { name: replication.title });
    await standbys.getByText(replication.of.async).waitFor();
    await looked('asynchronous');
    await elsewhere('asynchronous');

    await followed(cluster, page, 'ALTER SYSTEM ');
    await said(replication.synchronous.title).waitFor();
    await standbys.getByText(replication.of.quorum, { exact: true }).waitFor();
    await looked('synchronous');

    await standby.kill();
    await said(replication.waits.title).waitFor();
    await looked('waits');
    await elsewhere('waits');
    // To renew its lease a leader waits for no replica.
    await pause(leaseMilliseconds + lookMilliseconds);
    await said(replication.waits.title).waitFor();
    await engine(engines.leads).filter({ hasText: engines.here }).waitFor();
    // The second engine cannot write that it stands by, which is no reason to say that none does.
    expect(await part(engines.title).getByText(engines.alone).count()).toBe(0);
    await standby.start();
    await said(replication.synchronous.title).waitFor();

    // Two are asked for, and one is there.
    await cluster.ask(`ALTER SYSTEM SET synchronous_standby_names = 'ANY 2 (standby, another)'`);
    await cluster.ask('SELECT pg_reload_conf()');
    await said(replication.waits.title).waitFor();
    await looked('waits-for-two');
    await cluster.ask(`ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (standby)'`);
    await cluster.ask('SELECT pg_reload_conf()');
    await said(replication.synchronous.title).waitFor();

    await second.kill();
    await engine(engines.gone)
      .filter({ hasText: `(${second.pid})` })
      .waitFor();
    await part(engines.title).getByText(engines.alone).waitFor();

    isAway = true;
    await cluster.stop('fast');
    await said(database.unreachable.title).filter({ hasText: `127.0.0.1, ` }).waitFor();
    await looked('away');
    await cluster.start();
    await said(replication.synchronous.title).waitFor();
    expect(failures).toEqual([]);

    const next = startPerito({ database: places });
    onTestFinished(async () => {
      // It leads at the latest then.
      await perito[Symbol.asyncDispose]();
      await (await next)[Symbol.asyncDispose]();
    });
    await engine(engines.standsBy).waitFor();
    // A leader that is not heard of loses its place, and who takes it waits for the replica.
    await standby.kill();
    await said(replication.waits.title).waitFor();
    process.kill(perito.pid, 'SIGSTOP');
    await pause(leaseMilliseconds + 1000);
    process.kill(perito.pid, 'SIGCONT');
    await part(engines.title).getByText(engines.waits).waitFor();
    await looked('none-leads');
    await standby.start();
    const leader = await next;
    await perito.kill();
    page = await openPage(leader, language, colorScheme);
    const failuresAfter = failuresOf(page);
    await engine(engines.leads)
      .filter({ hasText: `(${leader.pid})` })
      .filter({ hasText: engines.here })
      .waitFor();
    await part(engines.title).getByText(engines.alone).waitFor();
    await looked('taken-over');
    expect(failuresAfter).toEqual([]);
  },
);
