/** What a claims adjuster does at the screen, written once for every shell and language. */
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import type { Marketplace } from '../../main/simulator/index.ts';
import type * as es from '../../renderer/app/locale/es.ts';
import type { Translated } from '../../renderer/app/locale/translated.ts';

export interface AtScreen {
  page: Page;
  words: Translated<typeof es>;
  /** Presses what hands the key over, and takes it by this shell's way, as `email:secret`. */
  takeKey(handOver: Locator): Promise<string>;
}

export const office = {
  company: 'Aseguradora Prueba',
  taxId: '900000011',
  person: 'Persona de prueba',
  email: 'mercado@prueba.example',
  keyName: 'Prueba 2026',
};

/** A name that begins so: buttons carry the hint of their key after their words. */
export const begins = (words: string) => new RegExp(`^${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);

/** The steps, of which platform and sample data are passed by; the result is the key that the marketplace will call with. */
export async function doFirstRun({ page, words, takeKey }: AtScreen): Promise<string> {
  const { firstRun, settings } = words;
  const heading = (name: string) => page.getByRole('heading', { name }).waitFor();
  const next = () => page.getByRole('button', { name: begins(firstRun.next) }).click();
  await heading(firstRun.company.title);
  await page.getByLabel(settings.company.name).fill(office.company);
  await page.getByLabel(settings.company.taxId).fill(office.taxId);
  await next();
  await heading(firstRun.person.title);
  await page.getByLabel(settings.company.person).fill(office.person);
  await next();
  await heading(firstRun.receiver.title);
  await next();
  await heading(firstRun.key.title);
  await page.getByLabel(settings.keys.label).first().fill(office.keyName);
  await page.getByLabel(settings.keys.email).fill(office.email);
  await page.getByRole('button', { name: begins(settings.keys.generate) }).click();
  const key = await takeKey(page.getByRole('button', { name: begins(settings.keys.handOver) }));
  await page.getByRole('button', { name: begins(firstRun.key.keep) }).click();
  await heading(firstRun.platform.title);
  await page.getByRole('button', { name: begins(firstRun.skip) }).click();
  await heading(firstRun.sample.title);
  await page.getByRole('button', { name: begins(firstRun.sample.next), exact: true }).click();
  await heading(firstRun.done.title);
  await page.getByText(firstRun.done.waiting).waitFor();
  await page.getByRole('button', { name: begins(firstRun.done.finish) }).click();
  await page.getByRole('navigation', { name: words.frame.rail.label }).waitFor();
  return key;
}

export async function goTo(
  { page, words }: AtScreen,
  place: 'cancellations' | 'purchaseOrders',
): Promise<void> {
  const rail = page.getByRole('navigation', { name: words.frame.rail.label });
  await rail.getByRole('link', { name: begins(words.frame.rail[place]) }).click();
}

/** An order is sent while its list is open, and is there without anything being pressed. */
export async function seeOrderArrive(screen: AtScreen, marketplace: Marketplace): Promise<string> {
  await goTo(screen, 'purchaseOrders');
  await screen.page.getByText(screen.words.records.empty.purchaseOrder.title).waitFor();
  const answer = await marketplace.sendPurchaseOrder();
  if (answer.event !== 'orderAnswered') throw new Error(`not taken: ${JSON.stringify(answer)}`);
  await screen.page.getByRole('link', { name: answer.number }).waitFor();
  return answer.number;
}

/** The marketplace asks; the person refuses in words of their own; the marketplace shows exactly those. */
export async function refuseCancellation(screen: AtScreen, marketplace: Marketplace, number: string) {
  const { page, words } = screen;
  const text = 'El suplidor ya despachó la pieza: «factura» 123 & <más>.';
  const answer = marketplace.cancel(orderOf(marketplace, number));
  await goTo(screen, 'cancellations');
  await page.getByRole('link', { name: number }).click();
  await page.getByRole('timer').first().waitFor();
  await page.getByLabel(words.cancellations.verdict.text).fill(text);
  await page.getByRole('button', { name: begins(words.cancellations.verdict.refuse) }).click();
  await page.getByRole('button', { name: begins(words.cancellations.verdict.confirmRefuse) }).click();
  expect(await answer).toMatchObject({ outcome: 'refused', shownText: text });
  expect(orderOf(marketplace, number).state).toBe('open');
}

/** The person approves, and confirms; the order shows as cancelled on both sides. */
export async function approveCancellation(screen: AtScreen, marketplace: Marketplace, number: string) {
  const { page, words } = screen;
  const { verdict } = words.cancellations;
  const answer = marketplace.cancel(orderOf(marketplace, number));
  await goTo(screen, 'cancellations');
  await page.getByRole('link', { name: number }).click();
  await page.getByRole('button', { name: begins(verdict.approve) }).click();
  await page.getByRole('button', { name: begins(verdict.confirmApprove) }).click();
  expect(await answer).toMatchObject({ outcome: 'cancelled' });
  expect(orderOf(marketplace, number).state).toBe('cancelled');
  await goTo(screen, 'purchaseOrders');
  const row = page.getByRole('link', { name: number });
  await row.getByText(words.cancellations.state.cancelled).waitFor();
}

function orderOf(marketplace: Marketplace, number: string) {
  const order = marketplace.orders().find((known) => known.number === number);
  if (!order) throw new Error(`the marketplace knows no order ${number}`);
  return order;
}
