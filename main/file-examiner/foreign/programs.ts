/** Whether a Windows program begins here: its first header leads to its second. */
export function isWindowsProgram(bytes: Buffer, at: number): boolean {
  if (at + 64 > bytes.length) return false;
  const header = at + bytes.readUInt32LE(at + 60);
  return header + 4 <= bytes.length && bytes.toString('latin1', header, header + 4) === 'PE\0\0';
}

/** Whether a Unix program begins here: its class, byte order and version are such as exist. */
export function isUnixProgram(bytes: Buffer, at: number): boolean {
  const [size = 0, order = 0, version = 0] = bytes.subarray(at + 4, at + 7);
  return (size === 1 || size === 2) && (order === 1 || order === 2) && version === 1;
}
