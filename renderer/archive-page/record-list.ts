import type { PageRow } from '#shared/archive-page.ts';
import { element } from './element.ts';
import type { Words } from './words.ts';

export interface RecordList {
  readonly element: HTMLElement;
  show(rows: readonly PageRow[]): void;
  select(id: number | null): void;
}

/** Pixels; the style sheet says the same. */
const rowHeight = 64;
const spareRows = 6;

/** A list of any length: only the rows that are in sight are there. */
export function recordList(words: Words, choose: (id: number) => void): RecordList {
  const { t, format } = words;
  const space = element('div', 'space');
  const frame = element('div', 'list', space);
  frame.tabIndex = 0;
  frame.setAttribute('role', 'listbox');
  frame.setAttribute('aria-label', t('archivePage.tab.records'));
  let rows: readonly PageRow[] = [];
  let selected: number | null = null;

  const rowView = (row: PageRow, index: number): HTMLElement => {
    const { id, kind, number, claimNumber, partyName, about, firstItem, total, currency } = row;
    const { isCancelled, receivedAt } = row;
    const money = total === null ? null : element('span', 'money', format.money(total, currency ?? 'DOP'));
    const made = element(
      'div',
      `row${id === selected ? ' selected' : ''}`,
      element('span', 'line', element('strong', '', number), money),
      element(
        'span',
        'line quiet',
        [t(`records.kind.${kind}`), isCancelled ? t('archivePage.cancelled') : null, about, claimNumber]
          .filter((one) => one !== null)
          .join(' · '),
      ),
      element(
        'span',
        'line quiet',
        [format.date(receivedAt), partyName ?? firstItem].filter((one) => one !== null).join(' · '),
      ),
    );
    made.id = `row-${id}`;
    made.setAttribute('role', 'option');
    made.setAttribute('aria-selected', String(id === selected));
    made.setAttribute('aria-posinset', String(index + 1));
    made.setAttribute('aria-setsize', String(rows.length));
    made.style.setProperty('top', `${index * rowHeight}px`);
    made.addEventListener('click', () => choose(id));
    return made;
  };

  const draw = () => {
    const first = Math.max(0, Math.floor(frame.scrollTop / rowHeight) - spareRows);
    const count = Math.ceil((frame.clientHeight || 800) / rowHeight) + 2 * spareRows;
    space.replaceChildren(
      ...rows.slice(first, first + count).map((row, index) => rowView(row, first + index)),
    );
    const isThere = rows.slice(first, first + count).some(({ id }) => id === selected);
    if (isThere) frame.setAttribute('aria-activedescendant', `row-${selected}`);
    else frame.removeAttribute('aria-activedescendant');
  };

  /** Has the chosen row in sight, as far as the list has a height yet. */
  const reveal = () => {
    const at = rows.findIndex((row) => row.id === selected);
    const top = at * rowHeight;
    if (at >= 0 && (top < frame.scrollTop || top + rowHeight > frame.scrollTop + frame.clientHeight))
      frame.scrollTop = top - frame.clientHeight / 2;
    draw();
  };

  const move = (to: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))];
    if (row !== undefined) choose(row.id);
  };
  const steps: Readonly<Record<string, (at: number) => number>> = {
    ArrowDown: (at) => at + 1,
    ArrowUp: (at) => at - 1,
    PageDown: (at) => at + 10,
    PageUp: (at) => at - 10,
    Home: () => 0,
    End: () => rows.length - 1,
  };
  frame.addEventListener('keydown', (event) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(step(rows.findIndex(({ id }) => id === selected)));
  });
  frame.addEventListener('scroll', draw, { passive: true });
  new ResizeObserver(reveal).observe(frame);

  return {
    element: frame,
    show(shown) {
      rows = shown;
      space.style.setProperty('height', `${rows.length * rowHeight}px`);
      frame.scrollTop = 0;
      draw();
    },
    select(id) {
      selected = id;
      reveal();
    },
  };
}
