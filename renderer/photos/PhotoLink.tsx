import type { ComponentProps } from 'react';
import { Link } from 'wouter';

/** In a step of the history that put a photo over a screen: going back takes it away again. */
export const over = { over: true } as const;

export const wentOver = (): boolean => {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'over' in state && state.over === true;
};

/** A link to a photo over the screen that is open. */
export function PhotoLink({ href, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { href: string }) {
  return <Link href={href} state={over} {...rest} />;
}
