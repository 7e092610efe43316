/** One file of a content, here; `sha256` in hexadecimal. */
export interface PlacedContent {
  sha256: string;
  bytes: number;
}

/** Called while something goes on, so that nobody takes it for hanging. */
export type Alive = () => void;

/** `missing`: the place is there and does not have it. `damaged`: what it has is not what its name says. */
export type BroughtContent = 'brought' | 'missing' | 'damaged';

/** The marker holds two ids. */
export const maxMarkerBytes = 4096;

/** What one kind of place can do. Every method rejects with a `ContentPlaceProblem` where the place fails. */
export interface PlaceDriver {
  /** Null where the place is there and has none. */
  readMarker(): Promise<string | null>;
  writeMarker(text: string): Promise<void>;
  /** Has the file at `path` there, synced, whole or not at all, over what may lie there. */
  put(content: PlacedContent & { path: string }, alive: Alive): Promise<void>;
  /** Writes it to `path`, where nothing lies; what is written is whole only where it is `brought`. */
  get(content: PlacedContent, path: string, alive: Alive): Promise<BroughtContent>;
  /** In bytes; null where there is none. */
  sizeOf(sha256: string): Promise<number | null>;
  remove(sha256: string): Promise<void>;
  close(): void;
}
