/** Whether a text is an IPv4 address, or looks like an IPv6 one; the engine has the last word. */
export function isIpAddress(text: string): boolean {
  const four = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text.trim());
  if (four !== null)
    return four.slice(1).every((part) => Number(part) <= 255 && String(Number(part)) === part);
  return /^[0-9a-f:.]*:[0-9a-f:.]*$/i.test(text.trim()) && text.trim().length > 1;
}

/** Whether only this machine can reach the address. */
export const isLoopback = (address: string): boolean => /^127\.|^::1$/.test(address.trim());

/** A whole number within bounds, or null. */
export function wholeNumber(text: string, from: number, to: number): number | null {
  if (!/^\d{1,6}$/.test(text.trim())) return null;
  const value = Number(text.trim());
  return value >= from && value <= to ? value : null;
}
