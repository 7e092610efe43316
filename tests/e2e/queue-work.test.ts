/** A queue as a day's work, by keyboard: filtered by a company's name, saved as a view and shared, and many records reviewed and given away at once. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInHeader } from '../../shared/contract/people.ts';
import { purchaseOrder, purchaseOrderItem } from '../engine/orders.ts';
import { seriousViolations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, failuresOf, sessionOf } from './console-page.ts';
import { journeysIn, spanish } from './languages.ts';
import { startPerito } from './perito.ts';
import { pictures } from './picture.ts';

const key = 'mercado@prueba.example:a-key-for-the-work-of-queues-only';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

describe.each(journeysIn(spanish))(
  'in $language',
  ({ locale, language, words: { queue, common, exports: exported, frame, records, work } }) => {
    test('a company is found by name, the list is saved and shared, and its rows are worked off together', async () => {
      await using perito = await startPerito({ keys: key, person: 'Ana Prueba' });
      const { client } = perito;
      for (let id = 1; id <= 6; id += 1) {
        const isNorth = id % 2 === 0;
        const supplier = {
          supplierTaxId: isNorth ? '131000002' : '101000001',
          supplierName: isNorth ? 'Repuestos Prueba Ñandú' : 'Repuestos Prueba Sur',
        };
        expect(await perito.post('/PurchaseOrders', purchaseOrder(id, supplier))).toBe(200);
      }
      await expect
        .poll(
          async () => (await client.records.choices({ of: 'party', beginning: 'repuestos' })).choices.length,
          {
            timeout: 20_000,
          },
        )
        .toBe(2);
      const luis = await client.people.save({
        ...{ id: null, name: 'Luis Prueba', email: '', role: 'adjuster', verdictLimit: null },
      });
      const { token } = await client.people.signIn({ personId: luis.id });
      const open = async (headers: Record<string, string>) => {
        const context = await browser.newContext({
          ...{ locale, reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } },
          storageState: await sessionOf(browser, perito),
          extraHTTPHeaders: headers,
          ...(language === 'English' ? { colorScheme: 'dark' } : {}),
        });
        const page = await context.newPage();
        const failures = failuresOf(page);
        await enterConsole(page, `${perito.consoleUrl}/#/purchase-orders`);
        return { page, failures };
      };
      const { page, failures } = await open({});
      const list = page.locator('[data-pane="list"]');
      const rows = list.locator('[data-row]');
      await expect.poll(() => rows.count()).toBe(6);

      // By name, without its accents; the address has the RNC and the chip the name.
      await page.keyboard.press('f');
      const filter = page.getByRole('dialog', { name: queue.filter.label });
      await filter.getByRole('combobox').fill('nandu');
      await filter.getByRole('option', { name: 'Repuestos Prueba Ñandú' }).waitFor();
      await filter.getByRole('combobox').fill('repuestos prueba nan');
      await filter.getByRole('option', { name: 'Repuestos Prueba Ñandú' }).waitFor();
      await pictures(page, `filter-company-${language}`);
      await page.keyboard.press('Enter');
      await expect.poll(() => rows.count()).toBe(3);
      await list
        .getByRole('button', { name: queue.of.feminine.party.replace('{{names}}', 'Repuestos Prueba Ñandú') })
        .first()
        .waitFor();
      expect(page.url()).toContain('parties=131000002');

      // The view has the filter, its name stands as the title, and it is shared.
      const views = page.getByRole('dialog', { name: queue.views.title });
      // A dialog that is still there would take the key.
      const openViews = async () => {
        await views.waitFor({ state: 'detached' });
        await page.keyboard.press('v');
        await views.waitFor();
      };
      await openViews();
      expect(await seriousViolations(page)).toEqual([]);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.keyboard.type('Ñandú por revisar');
      await page.keyboard.press('Enter');
      await list.getByRole('button', { name: 'Ñandú por revisar' }).first().waitFor();
      await openViews();
      await views.getByText('Ñandú por revisar').first().waitFor();
      await expect.poll(() => views.getByRole('button', { name: /Ñandú por revisar 3/ }).count()).toBe(1);
      await views
        .getByRole('button', { name: queue.views.share.replace('{{name}}', 'Ñandú por revisar') })
        .press('Enter');
      await views.getByText(queue.views.isShared, { exact: true }).waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      await pictures(page, `views-${language}`);
      // All of them again, and back to the view.
      await page.keyboard.press('Escape');
      await openViews();
      await page.keyboard.press('Enter');
      await expect.poll(() => rows.count()).toBe(6);
      await openViews();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect.poll(() => rows.count()).toBe(3);
      // A sheet that closes still has the keys.
      await views.waitFor({ state: 'detached' });

      // Chosen together, reviewed, given away; both are undone by one press.
      await page.keyboard.press('Control+a');
      const bar = list.getByRole('group', { name: common.selection.label });
      await bar.getByRole('button', { name: queue.bulk.review }).waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      await pictures(page, `bulk-${language}`);
      const north = async () =>
        (await client.records.list({ kind: 'purchaseOrder', parties: ['131000002'] })).rows;
      await page.keyboard.press('e');
      await expect
        .poll(async () => (await north()).every(({ reviewedAt }) => reviewedAt !== null))
        .toBe(true);
      await page.getByText(queue.bulk.feminine.reviewed_other.replace('{{count}}', '3')).first().waitFor();
      await page.getByRole('button', { name: common.undo }).first().click();
      await expect
        .poll(async () => (await north()).every(({ reviewedAt }) => reviewedAt === null))
        .toBe(true);
      await rows.first().focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Shift+M');
      const people = page.getByRole('dialog', { name: work.assign.to });
      await people.getByRole('combobox').fill('luis');
      await page.keyboard.press('Enter');
      await expect
        .poll(async () => (await north()).map(({ assignedTo }) => assignedTo))
        .toEqual([luis.id, luis.id, luis.id]);
      await expect.poll(() => bar.count()).toBe(0);

      // The colleague finds the shared view, and what is his.
      const other = await open({ [signInHeader]: token });
      const theirs = other.page.locator('[data-pane="list"]');
      await expect.poll(() => theirs.locator('[data-row]').count()).toBe(6);
      await other.page.keyboard.press('v');
      const offered = other.page.getByRole('dialog', { name: queue.views.title });
      await offered.getByText(queue.views.of.replace('{{who}}', 'Ana Prueba')).waitFor();
      expect(
        await offered
          .getByRole('button', { name: queue.views.remove.replace('{{name}}', 'Ñandú por revisar') })
          .count(),
      ).toBe(0);
      await other.page.keyboard.press('ArrowDown');
      await other.page.keyboard.press('Enter');
      await expect.poll(() => theirs.locator('[data-row]').count()).toBe(3);
      expect([failures, other.failures]).toEqual([[], []]);
      // What was removed comes back.
      await openViews();
      await views
        .getByRole('button', { name: queue.views.remove.replace('{{name}}', 'Ñandú por revisar') })
        .press('Enter');
      await expect
        .poll(async () => (await client.views.list({ kind: 'purchaseOrder' })).views.length)
        .toBe(0);
      await page.keyboard.press('Escape');
      await list.getByRole('button', { name: frame.rail.purchaseOrders }).first().waitFor();
      await page.getByRole('button', { name: common.undo }).first().click();
      await expect
        .poll(async () => (await client.views.list({ kind: 'purchaseOrder' })).views)
        .toMatchObject([{ name: 'Ñandú por revisar', isShared: true }]);
    });

    test('who reviews many together is asked where some have findings, and may take it back as long as nothing else was done', async () => {
      await using perito = await startPerito({ keys: key, person: 'Ana Prueba' });
      const { client } = perito;
      for (let id = 1; id <= 3; id += 1) {
        const items = [purchaseOrderItem(1, id === 2 ? { supplierItemRowTotal: 99_000 } : {})];
        expect(await perito.post('/PurchaseOrders', purchaseOrder(id, { items }))).toBe(200);
      }
      const listed = async () => (await client.records.list({ kind: 'purchaseOrder' })).rows;
      const counts = async () => (await listed()).map(({ attentionCount }) => attentionCount > 0);
      await expect.poll(counts).toEqual([false, true, false]);
      const reviewed = async () => (await listed()).map(({ reviewedAt }) => reviewedAt !== null);
      const context = await browser.newContext({
        ...{ locale, reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } },
        storageState: await sessionOf(browser, perito),
        ...(language === 'English' ? { colorScheme: 'dark' } : {}),
      });
      const page = await context.newPage();
      const failures = failuresOf(page);
      await page.clock.install();
      await enterConsole(page, `${perito.consoleUrl}/#/purchase-orders`);
      const rows = page.locator('[data-pane="list"] [data-row]');
      await expect.poll(() => rows.count()).toBe(3);
      const chooseAll = async () => {
        await rows.first().focus();
        await page.keyboard.press('Control+a');
        await page.keyboard.press('e');
      };
      // Two of three, alone, as a spreadsheet reads them.
      await rows.first().focus();
      await page.keyboard.press('x');
      await page.keyboard.press('Shift+ArrowDown');
      await page.getByRole('button', { name: exported.menu.openChosen }).click();
      await page.getByRole('menuitem', { name: exported.menu.csv }).click();
      const [written = ''] = exported.done_other
        .replace('{{title}}', frame.rail.purchaseOrders)
        .replace('{{shown}}', '2')
        .replace('{{format}}', 'CSV')
        .split('{{');
      await page.getByText(written).first().waitFor();
      await pictures(page, `bulk-export-${language}`);
      await page.keyboard.press('Escape');

      const { ask } = queue.bulk;
      const question = page.getByRole('dialog', {
        name: ask.title_one.replace('{{count}}', '1').replace('{{all}}', '3'),
      });

      // Left as it was.
      await chooseAll();
      await question.waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      await pictures(page, `bulk-review-asks-${language}`);
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
      expect(await reviewed()).toEqual([false, false, false]);

      // What Enter does leaves those with findings.
      await page.keyboard.press('e');
      await question.waitFor();
      await page.keyboard.press('Enter');
      await expect.poll(reviewed).toEqual([true, false, true]);
      await page.getByText(queue.bulk.feminine.reviewed_other.replace('{{count}}', '2')).first().waitFor();
      await page.clock.fastForward(3_600_000);
      await page.getByRole('button', { name: common.undo }).click();
      await expect.poll(reviewed).toEqual([false, false, false]);

      const unreviewed = rows.filter({ hasText: records.row.unreviewed });
      await expect.poll(() => unreviewed.count()).toBe(3);

      // All of them, with what was found in them.
      await chooseAll();
      await question.getByRole('button', { name: ask.all_other.replace('{{count}}', '3') }).click();
      await expect.poll(reviewed).toEqual([true, true, true]);
      expect((await counts()).filter(Boolean)).toHaveLength(1);
      expect(failures).toEqual([]);
    });
  },
);
