import type { RecordContent } from '#shared/marketplace/record-content.ts';
import { contentOfRevision } from '../records/index.ts';
import { latestRevision, type RecordListRow, type Store } from '../store/index.ts';
import type { ReadRecord } from './order-match.ts';

/** How long bodies are read before calls get their turn. */
const turnMilliseconds = 2;
/** Lines that are kept for one answer: bodies of megabytes, some hundred of them, would take all memory. */
const maxLines = 20_000;

export interface ReadContents {
  read: ReadRecord[];
  /** True where orders or documents are kept without their lines, since there are too many. */
  isPartial: boolean;
}

/** The latest content of records; what takes long is done in short turns. */
export async function readContents(store: Store, rows: readonly RecordListRow[]): Promise<ReadContents> {
  const read: ReadRecord[] = [];
  let lines = 0;
  let isPartial = false;
  let until = performance.now() + turnMilliseconds;
  for (const row of rows) {
    if (performance.now() >= until) {
      await yieldToEventLoop();
      until = performance.now() + turnMilliseconds;
    }
    const content = await store.read(async (tx): Promise<RecordContent | null> => {
      const revision = await latestRevision(tx, row.id);
      return revision === undefined ? null : contentOfRevision(revision);
    });
    const owner = content === null ? null : ownerOfLines(content);
    if (owner !== null) {
      if (lines > 0 && lines + owner.items.length > maxLines) {
        owner.items = [];
        isPartial = true;
      } else lines += owner.items.length;
    }
    if (content !== null) read.push({ row, content });
  }
  return { read, isPartial };
}

function ownerOfLines(content: RecordContent): { items: unknown[] } | null {
  if (content.kind === 'financialDocument') return content.document;
  return content.kind === 'incidentReport' ? null : content.order;
}

/** Lets everything else that waits for the thread go first. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
