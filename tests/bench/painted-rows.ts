/** How long it takes from an act at the screen until what it asked for is painted, and how even its frames are. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { recordBases } from '../../renderer/records/paths.ts';
import { newestFirst, queryOf } from '../../renderer/records/queue-filter.ts';
import type { RecordFilter, RecordOrder, RecordRow } from '../../shared/contract/records.ts';
import { recordKinds } from '../../shared/terms.ts';
import { startChromium } from '../e2e/browser.ts';
import { enterConsole, go, sessionOf } from '../e2e/console-page.ts';
import { processorSeconds } from './process-figures.ts';
import { type Client, filtersOf, kindFor, nthOrder, orders } from './queue-cases.ts';
import { searchQueriesOf } from './search-queries.ts';
import type { Served } from './serve-perito.ts';
import { largestClaim } from './years-of-records.ts';

/** Tries of one kind of act. */
export interface PaintedGroup {
  name: string;
  milliseconds: number[];
  /** Of processor, of the page's thread and of Perito, together over all tries. */
  worked: { page: number; perito: number };
}

/** What is to be seen: a text in the first row of the list, or in the detail. */
interface Seen {
  pane: 'list' | 'detail';
  text: string;
}

/** Within so long, in milliseconds, or it counts as that. */
const longest = 5000;

export async function paintedRows(served: Served, client: Client): Promise<PaintedGroup[]> {
  const { page, close, pageWorked } = await openPage(served);
  const groups = new Map<string, PaintedGroup>();
  const note = async (name: string, act: () => Promise<number>) => {
    const group = groups.get(name) ?? { name, milliseconds: [], worked: { page: 0, perito: 0 } };
    groups.set(name, group);
    const before = { page: await pageWorked(), perito: processorSeconds(served.pid) * 1000 };
    group.milliseconds.push(await act());
    // What follows the first row, as the rows behind it and the counts, belongs to it.
    await pause(300);
    group.worked.page += (await pageWorked()) - before.page;
    group.worked.perito += processorSeconds(served.pid) * 1000 - before.perito;
  };
  /** Goes to an address of which something is seen that is not seen before. */
  const address = async (name: string, to: string, seen: Seen) => {
    if (await isSeen(page, seen)) return;
    await note(name, () => timed(page, to, seen));
  };
  const queue = async (name: string, filter: RecordFilter, order: RecordOrder = newestFirst) => {
    const { kind = 'purchaseOrder', ...rest } = filter;
    const [first] = (await client.records.list({ ...filter, order, limit: 1 })).rows;
    const query = queryOf(rest, order);
    if (first !== undefined)
      await address(name, `${recordBases[kind]}${query === '' ? '' : `?${query}`}`, {
        pane: 'list',
        text: shownOf(first),
      });
  };
  const search = async (query: string) => {
    const found = (await client.search.find({ query })).groups[0]?.records[0]?.record;
    const to = `/search/${encodeURIComponent(query)}`;
    if (found !== undefined) await address('a search', to, { pane: 'list', text: shownOf(found) });
  };
  const claim = (name: string, number: string) =>
    address(name, claimAddress(number), { pane: 'detail', text: number });
  /** So many times from a page that was opened anew and has nothing at hand; its first queue and claim file count apart. */
  const times = async (count: number, act: () => Promise<void>) => {
    for (let time = 0; time < count; time += 1) {
      await withoutFilters(page);
      // What opening still does is no part of the next act.
      await pause(1000);
      await queue('the first queue after opening', { kind: 'incidentReport' });
      await act();
    }
  };
  try {
    const filters = [...(await filtersOf(client)).values()];
    await times(34, async () => {
      for (const kind of recordKinds)
        if (kind !== 'incidentReport') await queue('first page, another queue', { kind });
    });
    await times(4, async () => {
      for (const filter of filters) await queue('a filter', { kind: kindFor(filter), ...filter });
    });
    await times(2, async () => {
      for (const kind of recordKinds)
        for (const by of orders)
          for (const descending of [false, true]) await queue('an order', { kind }, { by, descending });
    });
    await times(4, async () => {
      for (const [index, filter] of filters.entries()) {
        const both = { ...filters[(index * 7 + 3) % filters.length], ...filter };
        await queue('two filters and an order', { kind: kindFor(both), ...both }, nthOrder(index));
      }
    });
    const queries = (await searchQueriesOf(client)).filter(({ kind }) => kind === undefined);
    await times(3, async () => {
      for (const { query } of queries) await search(query);
    });
    const { rows: claims } = await client.claims.list({ limit: 100 });
    await times(10, async () => {
      const [first, ...others] = claims.splice(0, 10).map(({ claimNumber }) => claimNumber);
      if (first !== undefined) await claim('the first claim file after opening', first);
      for (const number of others) await claim('a claim file', number);
      await claim('the claim file with 5,000 records', largestClaim);
    });
    await nextRecords(page, client, note);
  } finally {
    await close();
  }
  return [...groups.values()];
}

const claimAddress = (number: string): string => `/claims/claimNumber/${encodeURIComponent(number)}`;

/** As whoever never filtered anything: each queue keeps its last filter, which may leave out what is the newest. */
async function withoutFilters(page: Page): Promise<void> {
  await go(page, '/claims');
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.locator('[data-pane="list"] [data-item="0"]').first().waitFor();
}

/** J through a queue, each record as soon as the one before is there. */
async function nextRecords(
  page: Page,
  client: Client,
  note: (name: string, act: () => Promise<number>) => Promise<void>,
): Promise<void> {
  const { rows } = await client.records.list({ kind: 'purchaseOrder', limit: 100 });
  await withoutFilters(page);
  await go(page, `${recordBases.purchaseOrder}/${rows[0]?.id}`);
  // A key that comes before the list is there leads nowhere.
  await page.locator('[data-pane="list"] [aria-current]').first().waitFor();
  await page
    .locator('[data-pane="detail"]')
    .getByText(rows[0]?.number ?? '')
    .first()
    .waitFor();
  for (const { number } of rows.slice(1)) {
    await note('the next record, by key', async () => {
      const took = timed(page, null, { pane: 'detail', text: number });
      await pause(50);
      await page.keyboard.press('j');
      return took;
    });
  }
}

async function openPage(served: Served) {
  await served.call('settings/update', { firstRunDone: true });
  const browser = await startChromium();
  const session = await sessionOf(browser, served);
  const context = await browser.newContext({
    ...{ storageState: session, locale: 'es-DO', viewport: { width: 1280, height: 800 } },
  });
  const page = await context.newPage();
  await enterConsole(page, `${served.consoleUrl}/#/incidents`);
  await page.locator('[data-pane="list"] [data-item="0"]').first().waitFor();
  const tools = await context.newCDPSession(page);
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' });
  /** Milliseconds of processor that the page's thread has worked. */
  const pageWorked = async () => {
    const { metrics } = await tools.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
  return { page, pageWorked, close: () => browser.close() };
}

/** A row begins with the number of its record, that of a document with its tax receipt. */
const shownOf = ({ number, heading }: RecordRow): string =>
  (heading?.kind === 'financialDocument' ? heading.taxReceiptNumber : null) ?? number;

const selectorOf = ({ pane }: Seen): string =>
  pane === 'list' ? '[data-pane="list"] [data-item="0"]' : '[data-pane="detail"]';

const isSeen = (page: Page, seen: Seen): Promise<boolean> =>
  page.evaluate(
    ([selector, text]) => document.querySelector(selector)?.textContent?.includes(text) === true,
    [selectorOf(seen), seen.text] as const,
  );

/** From going to an address, or from the next key where none is given, until the frame after it is there; milliseconds. */
function timed(page: Page, address: string | null, seen: Seen): Promise<number> {
  return page.evaluate(
    ({ to, selector, text, most }) =>
      new Promise<number>((resolve) => {
        const begin = () => {
          const began = performance.now();
          const isThere = () => document.querySelector(selector)?.textContent?.includes(text) === true;
          let isFound = false;
          const observer = new MutationObserver(() => look());
          const end = () => {
            observer.disconnect();
            resolve(performance.now() - began);
          };
          const look = () => {
            if (isFound || !isThere()) return;
            isFound = true;
            // Behind the frame that shows it.
            requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = end;
              port2.postMessage(null);
            });
          };
          observer.observe(document, {
            subtree: true,
            childList: true,
            characterData: true,
            attributes: true,
          });
          setTimeout(end, most);
        };
        if (to === null) window.addEventListener('keydown', begin, { once: true, capture: true });
        else {
          begin();
          window.location.hash = to;
        }
      }),
    { to: address, selector: selectorOf(seen), text: seen.text, most: longest },
  );
}

/** Milliseconds between frames while a key is held, 30 times a second. */
export async function framesWhileScrolling(
  served: Served,
): Promise<Pick<PaintedGroup, 'name' | 'milliseconds'>[]> {
  const { page, close } = await openPage(served);
  try {
    await go(page, recordBases.purchaseOrder);
    await page.locator('[data-pane="list"] [data-item="0"]').getByText('OC-').first().waitFor();
    const pages = await framesOf(page, async () => {
      await page.locator('[data-pane="list"] [data-row]').first().focus();
      await hold(page, 'PageDown', 120);
    });
    const steps = await framesOf(page, async () => {
      await page.evaluate(() =>
        document.querySelector<HTMLElement>('[data-pane="list"] [data-row]')?.click(),
      );
      await hold(page, 'ArrowDown', 120);
    });
    return [
      { name: 'PageDown through a list', milliseconds: pages },
      { name: 'Down, record after record', milliseconds: steps },
    ];
  } finally {
    await close();
  }
}

async function hold(page: Page, key: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await page.keyboard.down(key);
    await pause(33);
  }
  await page.keyboard.up(key);
}

async function framesOf(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const frames: number[] = [];
    let last = performance.now();
    let isOver = false;
    const frame = () => {
      const now = performance.now();
      frames.push(now - last);
      last = now;
      if (!isOver) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    Object.assign(window, {
      endFrames: () => {
        isOver = true;
        return frames;
      },
    });
  });
  await act();
  return page.evaluate(() => (window as unknown as { endFrames(): number[] }).endFrames().slice(1));
}
