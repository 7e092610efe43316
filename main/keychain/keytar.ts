/** The part of keytar that is used; the module is optional and may be missing altogether. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** Loads keytar when it is first needed; rejects where the module or its native part is missing. */
export async function loadKeytar(): Promise<Keytar> {
  const loaded = await import('keytar');
  return loaded.default;
}
