/** How large a file may be in each respect; what is above is refused with its reason. */
export const readerLimits = {
  columns: 100,
  rows: 2_000_000,
  /** Bytes of a CSV record: an unclosed quotation mark would make one of the whole file. */
  record: 4 * 1024 * 1024,
  /** Bytes that a part of a workbook may unfold to. */
  sheet: 2 * 1024 * 1024 * 1024,
  part: 512 * 1024 * 1024,
  /** Bytes that one compressed byte may unfold to, above `ratioFrom`; honest sheets stay under 40. */
  ratio: 200,
  ratioFrom: 16 * 1024 * 1024,
} as const;
