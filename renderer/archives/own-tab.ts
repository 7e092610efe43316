/** The tab that an archive or a copy will be shown in. */
export interface OwnTab {
  /** Shows what is served there, a path of this console. */
  show(home: string): void;
  /** There is nothing to show. */
  close(): void;
}

/** Opens a tab at once, while the browser knows that a person asked for it; the desktop opens its window itself. */
export function openOwnTab(): OwnTab {
  const tab = window.open('about:blank', '_blank');
  return {
    show(home) {
      if (tab !== null) tab.location.href = new URL(home, window.location.origin).href;
    },
    close() {
      tab?.close();
    },
  };
}
