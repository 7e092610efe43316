import { openBundle } from './read-bundle.ts';

/** The root of the bundle that lies there, which tells it from every other; null where there is none that can be read. */
export async function rootOfBundle(file: string): Promise<string | null> {
  try {
    const bundle = await openBundle(file);
    await bundle.close();
    return bundle.root;
  } catch {
    return null;
  }
}
