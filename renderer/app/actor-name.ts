import { useCallback } from 'react';
import type { Actor } from '#shared/contract/forms.ts';
import { useI18n } from './locale/i18n.ts';

/** Every way, so that one that is added is given words. */
const ways: Record<Actor['via'], true> = {
  desktop: true,
  browser: true,
  token: true,
  receiver: true,
  engine: true,
  commandLine: true,
};
const isWay = (name: string): name is Actor['via'] => Object.hasOwn(ways, name);

/** Who did something: the person, or in words the way by which it was done, which stands for them where nobody was named. */
export function useActorName(): (name: string) => string {
  const { t } = useI18n();
  return useCallback((name) => (isWay(name) ? t(`common.who.${name}`) : name), [t]);
}
