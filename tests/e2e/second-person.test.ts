/** An approval above a person's limit at two screens: one proposes it, another confirms it, and who may ask again is shown. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInHeader } from '../../shared/contract/people.ts';
import { financialDocument } from '../engine/financial-documents.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { seriousViolations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, failuresOf, go, sessionOf, textOf } from './console-page.ts';
import { journeysIn, spanish } from './languages.ts';
import { startPerito } from './perito.ts';
import { pictures } from './picture.ts';

const key = 'mercado@prueba.example:a-key-for-the-second-person-only';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

describe.each(journeysIn(spanish))(
  'in $language',
  ({ locale, language, words: { cancellations, inbox, decisions } }) => {
    test('an approval is proposed at one screen and confirmed at another', async () => {
      await using perito = await startPerito({ keys: key, person: 'Ana Prueba', holdSeconds: 90 });
      const { client } = perito;
      const own = { id: 1, name: 'Ana Prueba', email: '', role: 'administrator' } as const;
      await client.people.save({ ...own, verdictLimit: '100.00' });
      const other = {
        id: null,
        name: 'Luis Prueba',
        email: '',
        role: 'supervisor',
        verdictLimit: null,
      } as const;
      const { token } = await client.people.signIn({ personId: (await client.people.save(other)).id });
      const open = async (headers: Record<string, string>) => {
        const context = await browser.newContext({
          ...{ locale, reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } },
          storageState: await sessionOf(browser, perito),
          extraHTTPHeaders: headers,
          ...(language === 'English' ? { colorScheme: 'dark' } : {}),
        });
        const page = await context.newPage();
        const failures = failuresOf(page);
        await enterConsole(page, `${perito.consoleUrl}/#/cancellations`);
        return { page, failures };
      };
      const [ana, luis] = await Promise.all([open({}), open({ [signInHeader]: token })]);
      const cancel = async (id: number) => {
        const answer = await fetch(`${perito.receiverUrl}/PurchaseOrders/${id}/cancel`, {
          method: 'POST',
          headers: { 'X-API-KEY': Buffer.from(key).toString('base64'), 'Content-Type': 'application/json' },
          body: JSON.stringify({
            purchaseOrderId: id,
            cancellationReason: 'Pieza equivocada',
            cancelledByDisplayName: 'Taller Prueba Sur',
            cancelledByEmailAddress: 'taller@prueba.example',
          }),
        });
        return (await answer.json()) as { isCancelled: boolean };
      };
      const asked = async (id: number) => {
        await perito.post('/PurchaseOrders', purchaseOrder(id));
        const answered = cancel(id);
        const find = async () =>
          (await client.cancellations.list()).rows.find((row) => row.marketplaceId === id);
        await expect.poll(async () => (await find())?.orderNumber ?? null).not.toBeNull();
        const row = await find();
        return { answered, id: row?.id ?? 0, number: row?.orderNumber ?? '' };
      };

      const first = await asked(1);
      await go(ana.page, `/cancellations/${first.id}`);
      const detail = ana.page.getByRole('article', { name: first.number });
      await detail.getByText(cancellations.proposal.aboveLimit).waitFor();
      await pictures(ana.page, `proposal-form-${language}`);
      await ana.page.keyboard.press('a');
      await detail.getByRole('button', { name: cancellations.proposal.confirmPropose }).waitFor();
      expect(await seriousViolations(ana.page)).toEqual([]);
      await pictures(ana.page, `proposal-asked-${language}`);
      await ana.page.keyboard.press('Enter');
      await detail.getByText(cancellations.proposal.own).waitFor();
      expect(await detail.getByRole('button', { name: cancellations.proposal.confirm }).count()).toBe(0);
      await pictures(ana.page, `proposal-own-${language}`);

      // It is in the inbox of who may confirm it, and not of who proposed it.
      await go(luis.page, '/inbox');
      const waitsFor = luis.page.getByRole('link').filter({
        hasText: inbox.why.proposedApproval.replace('{{who}}', 'Ana Prueba'),
      });
      await waitsFor.click();
      await luis.page.getByRole('article', { name: first.number }).waitFor();
      await luis.page.locator('h1').first().click();
      await luis.page.keyboard.press('e');
      await luis.page.getByRole('status').filter({ hasText: inbox.keys.confirm }).waitFor();
      expect(await seriousViolations(luis.page)).toEqual([]);
      await pictures(luis.page, `proposal-in-inbox-${language}`);
      expect((await client.inbox.list()).total).toBe(0);
      await go(luis.page, '/cancellations');

      const seenOf = (number: string) => luis.page.getByRole('article', { name: number });
      const list = luis.page.locator('[data-pane="list"]');
      const waits = cancellations.filter.proposedCount.replace('{{count}}', '1');
      await list.getByRole('button', { name: waits }).click();
      await list.getByRole('link', { name: first.number }).click();
      const seen = seenOf(first.number);
      await seen.getByText(cancellations.proposal.by.replace('{{who}}', 'Ana Prueba')).waitFor();
      await seen.getByText(cancellations.verdict.withoutText).waitFor();
      expect(await seriousViolations(luis.page)).toEqual([]);
      await pictures(luis.page, `proposal-to-confirm-${language}`);
      await luis.page.keyboard.press('a');
      await seen.getByRole('button', { name: cancellations.verdict.confirmApprove }).waitFor();
      await luis.page.keyboard.press('Enter');
      expect(await first.answered).toMatchObject({ isCancelled: true });
      await seen.getByText(cancellations.state.cancelled).first().waitFor();
      const confirmed = await client.cancellations.get({ id: first.id });
      expect(confirmed).toMatchObject({
        decidedBy: 'Luis Prueba',
        proposedBy: { who: 'Ana Prueba', personId: 1 },
      });
      await detail.getByText(textOf(cancellations.proposal.proposedBy)).waitFor();

      // One that is rejected is open again; its refusal is given beside it by whoever proposed.
      const second = await asked(2);
      await client.settings.update({ receiver: { holdSeconds: 0 } });
      const { proposal } = await client.cancellations.decide({ id: second.id, verdict: 'approve' });
      await go(luis.page, `/cancellations/${second.id}`);
      const again = seenOf(second.number);
      await again.getByRole('button', { name: cancellations.proposal.reject }).click();
      await again.getByLabel(cancellations.proposal.rejectWhy).fill('Falta la nota de crédito');
      await pictures(luis.page, `proposal-rejecting-${language}`);
      await again.getByLabel(cancellations.proposal.rejectWhy).press('Enter');
      await expect
        .poll(async () => (await client.cancellations.get({ id: second.id })).proposals)
        .toMatchObject([{ id: proposal?.id, ending: 'rejected', comment: 'Falta la nota de crédito' }]);

      // Whoever has no limit approves alone; no call waits any more, and the screen says who can ask again.
      const third = await asked(3);
      await third.answered;
      await go(luis.page, `/cancellations/${third.id}`);
      const late = seenOf(third.number);
      await late.getByRole('button', { name: cancellations.verdict.approve }).waitFor();
      await luis.page.keyboard.press('a');
      await late.getByRole('button', { name: cancellations.verdict.confirmApprove }).waitFor();
      await luis.page.keyboard.press('Enter');
      // Whoever decided is led to the next one.
      await seenOf(second.number).waitFor();
      await go(luis.page, `/cancellations/${third.id}`);
      const whom = late.getByRole('region', { name: cancellations.askAgain.title });
      await whom.getByText('Taller Prueba Sur').waitFor();
      await whom.getByText('taller@prueba.example').waitFor();
      expect(await seriousViolations(luis.page)).toEqual([]);
      await pictures(luis.page, `ask-again-${language}`);

      // A payment above a limit waits in the inbox of the other too: A leads to its button, and Enter pays.
      await perito.post('/financialDocuments', financialDocument(41));
      const findInvoice = async () =>
        (await client.records.list({ kind: 'financialDocument' })).rows.find(
          (row) => row.marketplaceId === 41,
        );
      await expect.poll(findInvoice).toBeDefined();
      const recordId = (await findInvoice())?.id ?? 0;
      // Whoever is above their limit knows before that another confirms it.
      await go(ana.page, `/documents/${recordId}`);
      await ana.page.getByRole('button', { name: new RegExp(`^${decisions.propose}`) }).waitFor();
      await ana.page.getByText(decisions.second.asks).waitFor();
      await pictures(ana.page, `payment-above-limit-${language}`);
      await client.decisions.decide({
        ...{ recordId, revision: 1, lastId: null, decision: 'pay', comment: 'Ya se recibió la pieza' },
      });
      await go(luis.page, '/inbox');
      const why = inbox.why.proposedPayment.replace('{{who}}', 'Ana Prueba');
      await luis.page.getByRole('link').filter({ hasText: why }).click();
      await luis.page.getByRole('region', { name: inbox.why.label }).getByText(why).waitFor();
      const pay = luis.page.getByRole('button', { name: decisions.confirm });
      await pay.waitFor();
      // What speaks against it, and what who proposed it wrote, stand above the button.
      const section = luis.page.getByRole('region', { name: decisions.title, exact: true });
      await section.getByText('Ya se recibió la pieza').first().waitFor();
      const gravest = async () => (await client.records.get({ id: recordId })).findings[0]?.severity ?? '';
      // Found after the answer, and late on a busy machine.
      await expect.poll(gravest).toMatch(/error|warning/);
      const named = await section.getByRole('listitem').first().boundingBox();
      expect(named?.y).toBeLessThan((await pay.boundingBox())?.y ?? 0);
      await luis.page.locator('h1').first().click();
      await luis.page.keyboard.press('e');
      await luis.page.getByRole('status').filter({ hasText: inbox.keys.confirm }).waitFor();
      expect(await seriousViolations(luis.page)).toEqual([]);
      await pictures(luis.page, `payment-in-inbox-${language}`);
      await luis.page.keyboard.press('a');
      await luis.page.keyboard.press('Enter');
      await expect
        .poll(async () => (await client.decisions.get({ recordId })).standing)
        .toMatchObject({ act: 'confirmed', who: 'Luis Prueba' });
      expect([ana.failures, luis.failures]).toEqual([[], []]);
    });
  },
);
