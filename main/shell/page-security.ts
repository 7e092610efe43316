import { randomBytes } from 'node:crypto';

/** A fresh value for one answer, in Base64 (CSP3, 2.3.1 "nonce-source"). */
export const newNonce = (): string => randomBytes(18).toString('base64');

/**
 * The console's policy: nothing but its own files; styles also from tags that carry the nonce, because
 * emotion writes its style sheets at run time.
 */
export function consolePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/**
 * The policy of a script where it runs as a worker, which does not take its page's: the reader of PDFs fetches
 * nothing, compiles neither text nor WebAssembly, and loads only decoders that are files of the console.
 */
export const workerPolicy = "default-src 'none'; script-src 'self'";

/** The policy of a plain page of the shell's own: no script at all, one style tag, its own form. */
export function plainPagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Sent with everything that a shell serves. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), display-capture=()',
};

/** Puts the nonce where the console's script finds it: `<meta name="csp-nonce" content="…">`. */
export function withNonce(indexHtml: string, nonce: string): string {
  const meta = `<meta name="csp-nonce" content="${nonce}">`;
  const without = indexHtml.replace(/<meta\s+name="csp-nonce"[^>]*>/gi, '');
  return without.replace(/<head(\s[^>]*)?>/i, (head) => `${head}${meta}`);
}
