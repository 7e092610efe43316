/**
 * Who looks after an office follows its database on the settings' page: alone, with a second engine, with a standby that may lose
 * something and one that may not, while nothing is acknowledged, while the server is away, and after the leader fell.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { hostsOf } from '../../renderer/settings/second-engine.ts';
import { addressOf, Cluster, withPostgres } from '../faults/postgres/cluster.ts';
import { Engine, leaseMilliseconds, patience } from '../faults/postgres/office.ts';
import { freePort } from '../free-port.ts';
import { violations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { band, enterConsole, failuresOf, go, textOf } from './console-page.ts';
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
    const failures = failuresOf(page, (text) => isAway && /status of 503 .*\/rpc\//.test(text));
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
    const leads = engine(engines.leads).filter({ hasText: engines.here });
    await leads.waitFor();
    expect(await leads.innerText()).toMatch(/desde las? \d|since \d/);
    await part(engines.title)
      .getByText(`perito serve --data /var/lib/perito \\ --database ${places} \\ --console-host 0.0.0.0 `)
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
    const servers = hostsOf(places).join(', ');
    await said(database.unreachable.title).filter({ hasText: servers }).waitFor();
    await looked('away');
    // One that is there, and whose certificate ran out meanwhile.
    await page.route('**/rpc/database/get', async (route) => {
      const answer = await route.fetch();
      const { json, ...rest } = await answer.json();
      const problem = { code: 'certificate', detail: 'certificate has expired' };
      await route.fulfill({ response: answer, json: { ...rest, json: { ...json, problem } } });
    });
    const { fault, wayOut } = language.words.recovery.onServer;
    await said(`${fault.certificate} ${wayOut.certificate}`).waitFor();
    await looked('certificate');
    await page.unroute('**/rpc/database/get');
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
    const taking = `SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE 'SELECT take_lease%'`;
    await expect.poll(async () => (await cluster.ask(taking)).length, { timeout: patience }).toBe(1);
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

withPostgres.each(looksOf(0))(
  'in $language.language, $colorScheme: that another engine leads is told at each desk, with where to look, until it was read of there',
  { timeout: patience },
  async ({ language, colorScheme }) => {
    const { words, locale } = language;
    const { takeOver, engines } = words.database;
    const cluster = await Cluster.open();
    const database = addressOf(cluster.port);
    const first = await startPerito({ database, person: 'Ana Prueba' });
    onTestFinished(() => first[Symbol.asyncDispose]());
    const luis = { name: 'Luis Prueba', email: '', role: 'adjuster', verdictLimit: null } as const;
    await first.client.people.save({ id: null, ...luis });
    /** One that stands by, and resolves once it leads. */
    const standBy = async () => {
      const next = startPerito({ database });
      onTestFinished(async () => void (await (await next)[Symbol.asyncDispose]()));
      const waits = () => cluster.ask(`SELECT 1 FROM standby WHERE seen_at > now() - interval '2 seconds'`);
      await expect.poll(async () => (await waits()).length).toBe(1);
      return { next };
    };
    const looked = async (page: Page, name: string) => {
      expect(await violations(page)).toEqual([]);
      await pictures(page, `take-over-${name}-${locale}-${colorScheme}`);
    };
    const enginesOf = (page: Page) => page.getByRole('region', { name: engines.title });

    const { next: waiting } = await standBy();
    await first.kill();
    const second = await waiting;
    const page = await openPage(second, language, colorScheme);
    const failures = failuresOf(page);
    await enginesOf(page).getByText(textOf(takeOver.afterUnplanned)).waitFor();
    await enginesOf(page)
      .getByRole('alert')
      .filter({ hasText: textOf(takeOver.do) })
      .waitFor();
    const unplanned = band(page, takeOver.unplanned).filter({ hasText: takeOver.nothingLost });
    expect(await unplanned.count()).toBe(0);
    await looked(page, 'engines');
    await go(page, '/inbox');
    await unplanned.filter({ hasText: `(${second.pid})` }).waitFor();
    await looked(page, 'unplanned');
    await unplanned.getByRole('link', { name: takeOver.see }).click();
    await page.getByRole('heading', { name: words.settings.section.database, level: 1 }).waitFor();
    // Whoever cannot look there is told who can.
    await page
      .getByRole('button', { name: words.frame.person.label.replace('{{name}}', 'Ana Prueba') })
      .click();
    await page.getByRole('menuitem', { name: luis.name }).click();
    await go(page, '/inbox');
    await unplanned.filter({ hasText: takeOver.where }).waitFor();
    expect(await unplanned.getByRole('link').count()).toBe(0);
    await looked(page, 'adjuster');
    await unplanned.getByRole('button', { name: takeOver.read }).click();
    await unplanned.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('navigation').first().waitFor();
    expect(await unplanned.count()).toBe(0);
    expect(failures).toEqual([]);

    const { next: waitingToo } = await standBy();
    await second.stop();
    const third = await waitingToo;
    const pageAfter = await openPage(third, language, colorScheme);
    await enginesOf(pageAfter).getByText(textOf(takeOver.afterPlanned)).waitFor();
    expect(await enginesOf(pageAfter).getByText(textOf(takeOver.do)).count()).toBe(0);
    await looked(pageAfter, 'engines-planned');
    const planned = band(pageAfter, takeOver.planned).filter({ hasText: `(${third.pid})` });
    await go(pageAfter, '/inbox');
    await planned.filter({ hasText: takeOver.nothingLost }).waitFor();
    await looked(pageAfter, 'planned');
    const { rows } = await third.client.audit.list({ subject: 'engine' });
    expect(rows.map(({ detail }) => detail['isPlanned'])).toEqual([true, false]);
    await go(pageAfter, `/audit/${rows[0]?.id}`);
    await pageAfter.getByRole('article', { name: `(${third.pid})` }).waitFor();
    await looked(pageAfter, 'log');
  },
);
