/** An invoice at the screen: disputed with a text for its supplier, paid above a limit by two people, decided anew after a revision. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { financialDocument } from '../engine/financial-documents.ts';
import { seriousViolations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, failuresOf, go } from './console-page.ts';
import { journeysIn, spanish } from './languages.ts';
import { startPerito } from './perito.ts';
import { pictures } from './picture.ts';

const key = 'mercado@prueba.example:a-key-for-the-decisions-test-only';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

describe.each(journeysIn(spanish))(
  'in $language',
  ({ locale, language, words: { decisions, common, frame, palette } }) => {
    test('an invoice is disputed, taken back, proposed for payment and decided anew', async () => {
      await using perito = await startPerito({ keys: key, person: 'Ana Prueba' });
      await using context = await browser.newContext({ locale, reducedMotion: 'reduce' });
      const page = await enterConsole(await context.newPage(), perito.link);
      const failures = failuresOf(page);
      const invoice = financialDocument(1, { totalAmount: 15_000 });
      expect(await perito.post('/financialDocuments', invoice)).toBe(200);
      expect(await perito.post('/financialDocuments', financialDocument(2, { documentTypeId: 2 }))).toBe(200);
      const listed = () => perito.client.records.list({ kind: 'financialDocument' });
      await expect.poll(async () => (await listed()).total).toBe(2);
      const { rows } = await listed();
      const idOf = (id: number) => rows.find(({ marketplaceId }) => marketplaceId === id)?.id ?? 0;
      const recordId = idOf(1);
      await expect
        .poll(async () => (await perito.client.records.get({ id: recordId })).findings.length)
        .toBeGreaterThan(0);

      await go(page, `/documents/${recordId}`);
      const section = page.getByRole('region', { name: decisions.title, exact: true });
      await section.getByText(decisions.none).waitFor();
      await section.getByRole('button', { name: new RegExp(`^${decisions.dispute}`) }).click();
      const form = section.getByRole('form', { name: decisions.dispute });
      const request = form.getByLabel(decisions.requestLabel, { exact: true });
      // The supplier reads Spanish, whatever the screen speaks.
      expect(await request.inputValue()).toContain('Estimados señores de Repuestos Ejemplo, SRL');
      expect(await request.inputValue()).toMatch(/\n- \S/);
      // What the gravest finding speaks for is chosen already.
      expect(await request.inputValue()).toContain('Motivo: Los montos de la factura no cuadran.');
      const [why, other] = (await perito.client.settings.get()).reasons.dispute;
      if (why === undefined || other === undefined) throw new Error('There are too few reasons.');
      const choose = async (option: { es: string; en: string }) => {
        await form.getByRole('combobox', { name: decisions.reason }).click();
        const shown = language === 'English' && option.en !== '' ? option.en : option.es;
        await page.getByRole('option', { name: shown, exact: true }).click();
      };
      const line = ({ es }: { es: string }) => `Motivo: ${es.replace(/\.$/, '')}.`;
      await choose(why);
      expect(await request.inputValue()).toContain(line(why));
      // What somebody wrote stays, but for the reason that is chosen instead.
      await request.fill(`${await request.inputValue()}\nUn saludo`);
      await choose(other);
      expect(await request.inputValue()).toMatch(/Un saludo$/);
      expect(await request.inputValue()).toContain(line(other));
      expect(await request.inputValue()).not.toContain(line(why));
      await request.fill('Solo esto');
      await choose(why);
      await form.getByText(decisions.requestLacksReason).waitFor();
      await form.getByRole('button', { name: decisions.languages.en, exact: true }).click();
      await form.getByRole('button', { name: decisions.requestAnew }).click();
      expect(await request.inputValue()).toMatch(/^Dear sirs of/);
      expect(await request.inputValue()).toContain(`Reason: ${why.en.replace(/\.$/, '')}.`);
      await pictures(page, `decision-english-text-${language}`);
      await form.getByRole('button', { name: decisions.languages.es, exact: true }).click();
      await form.getByRole('combobox', { name: decisions.reason }).click();
      await page.getByRole('option', { name: decisions.reasonNone, exact: true }).click();
      const send = form.getByRole('button', { name: decisions.dispute, exact: true });
      expect(await send.isDisabled()).toBe(true);
      await form.getByLabel(decisions.comment).fill('Falta el descuento acordado');
      expect(await seriousViolations(page)).toEqual([]);
      await pictures(page, `decision-form-${language}`);
      await form.getByLabel(decisions.comment).press('Control+Enter');
      await section.getByText('Falta el descuento acordado').waitFor();
      // A notice that has the focus stays, however slow the machine is.
      await page.getByRole('button', { name: common.undo }).first().focus();
      // In the head and in the list, whose table has its columns instead.
      await expect
        .poll(() => page.getByText(decisions.chip.dispute, { exact: true }).count())
        .toBeGreaterThan(0);
      expect(await seriousViolations(page)).toEqual([]);
      await pictures(page, `decision-disputed-${language}`);

      await page.getByRole('button', { name: common.undo }).first().click();
      await section.getByText(decisions.none).waitFor();
      expect((await perito.client.decisions.get({ recordId })).record.decision).toBeNull();

      // A revision that comes after a decision asks for a new look and leaves it standing.
      // Serious findings are named before it is paid against them, and a word says why.
      const pay = section.getByRole('button', { name: new RegExp(`^${decisions.pay}`) });
      await pay.click();
      const payForm = section.getByRole('form', { name: decisions.payAnyway });
      const errors = (await perito.client.records.get({ id: recordId })).findings.filter(
        ({ severity, acknowledgement }) => severity !== 'info' && acknowledgement === null,
      );
      expect(await payForm.getByRole('listitem').count()).toBe(Math.min(errors.length, 5));
      const payAnyway = payForm.getByRole('button', { name: decisions.payAnyway });
      expect(await payAnyway.isDisabled()).toBe(true);
      await payForm.getByLabel(decisions.payWhy).press('Escape');
      await payForm.waitFor({ state: 'detached' });
      expect((await perito.client.decisions.get({ recordId })).standing).toBeNull();

      // Each act is found by its name, and the sheet has its letter.
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: palette.label }).fill(decisions.dispute.toLocaleLowerCase());
      await page.getByRole('option', { name: decisions.dispute }).first().waitFor();
      await page.keyboard.press('Enter');
      await form.waitFor();
      await form.getByLabel(decisions.comment).press('Escape');
      await form.waitFor({ state: 'detached' });
      await section.getByRole('heading').click();
      await page.keyboard.press('?');
      const sheet = page.getByRole('dialog', { name: frame.keys.title });
      for (const name of [decisions.pay, decisions.hold, decisions.dispute])
        await sheet.getByText(name, { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });
      await page.keyboard.press('p');
      await payForm.getByLabel(decisions.payWhy).fill('El suplidor entregó la pieza');
      expect(await seriousViolations(page)).toEqual([]);
      await pictures(page, `decision-pay-anyway-${language}`);
      await payAnyway.click();
      await section.getByText('El suplidor entregó la pieza').first().waitFor();
      await section.getByRole('button', { name: decisions.withdraw }).waitFor();
      expect(await perito.post('/financialDocuments', { ...invoice, comments: 'Otra vez' })).toBe(200);
      await section.getByText(decisions.earlier.split('{{revision}}')[0] ?? '').waitFor();
      expect((await perito.client.decisions.get({ recordId })).record.decision).toMatchObject({
        ...{ decision: 'pay', revision: 1 },
      });
      await pictures(page, `decision-earlier-${language}`);

      await go(page, `/documents/${idOf(2)}`);
      await section.getByText(decisions.lack.creditNote).waitFor();
      expect(failures).toEqual([]);
    });
  },
);
