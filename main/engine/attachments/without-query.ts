/** An address to show: what follows the path may be a key of its own, where addresses are signed. */
export function withoutQuery(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address.split(/[?#]/)[0] ?? '';
  return `${url.protocol}//${url.host}${url.pathname}`;
}
