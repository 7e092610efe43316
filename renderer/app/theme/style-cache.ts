import createCache, { type EmotionCache } from '@emotion/cache';

let cache: EmotionCache | null = null;

/** The page's one cache of styles, whose sheet the page's policy takes by its nonce. */
export function styleCache(): EmotionCache {
  if (cache === null) {
    const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
    cache = createCache({ key: 'p', prepend: true, ...(nonce === '' ? {} : { nonce }) });
  }
  return cache;
}
