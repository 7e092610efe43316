type Child = Node | string | null;

/** An element with a class and what is in it; texts are texts, whatever stands in them. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.append(...children.filter((child) => child !== null));
  return made;
}

export function button(className: string, text: string, press: () => void): HTMLButtonElement {
  const made = element('button', className, text);
  made.type = 'button';
  made.addEventListener('click', press);
  return made;
}

/** A titled part of a page; nothing where it has nothing in it. */
export function section(title: string, ...children: readonly Child[]): HTMLElement | null {
  const shown = children.filter((child) => child !== null);
  return shown.length === 0 ? null : element('section', '', element('h2', '', title), ...shown);
}

/** Labels beside their values; those without a value are left away. */
export function facts(pairs: readonly (readonly [label: string, value: Child])[]): HTMLElement | null {
  const shown = pairs.filter(([, value]) => value !== null && value !== '');
  if (shown.length === 0) return null;
  const list = element('dl', 'facts');
  for (const [label, value] of shown)
    list.append(element('div', '', element('dt', '', label), element('dd', '', value)));
  return list;
}

/** A table whose columns with figures are aligned at their end. */
export function table(
  columns: readonly { label: string; isFigure: boolean }[],
  rows: readonly (readonly Child[])[],
): HTMLElement {
  const align = (index: number) => (columns[index]?.isFigure === true ? 'figure' : '');
  const head = element('tr', '', ...columns.map(({ label }, index) => element('th', align(index), label)));
  const body = rows.map((cells) =>
    element('tr', '', ...cells.map((cell, index) => element('td', align(index), cell))),
  );
  const made = element('table', '', element('thead', '', head), element('tbody', '', ...body));
  // It may be wider than the page: it is scrolled by the keyboard too.
  const frame = element('div', 'wide', made);
  frame.tabIndex = 0;
  return frame;
}

/** A text as it is, in letters of one width; it may be longer than its place, so the keyboard scrolls it too. */
export function code(text: string): HTMLElement {
  const made = element('pre', '', text);
  made.tabIndex = 0;
  return made;
}
