import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { hrefOf, navigate } from './hash-location.ts';

type Props = ComponentPropsWithRef<'a'> & {
  /** The path of a screen, with its query. */
  href: string;
  /** Kept with the step of the history. */
  state?: unknown;
  /** In place of the present step of the history. */
  replace?: boolean;
};

/**
 * A link to another screen. Unlike wouter's, which the lint refuses, it does not follow the address: a list has dozens, and
 * each would be drawn again with each step.
 */
export function Link({ href, replace = false, state = null, onClick, ...props }: Props) {
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    const { altKey, ctrlKey, metaKey, shiftKey, button } = event;
    // What opens another tab or window is the browser's.
    if (altKey || ctrlKey || metaKey || shiftKey || button !== 0) return;
    onClick?.(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    navigate(href, { replace, state });
  };
  return <a {...props} href={hrefOf(href)} onClick={open} />;
}
