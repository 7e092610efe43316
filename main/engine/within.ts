/** Resolves once something has come to its end, and after so many milliseconds at the latest; rejects where that rejects before. */
export async function within(milliseconds: number, what: Promise<unknown> | undefined): Promise<void> {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, milliseconds);
  try {
    await Promise.race([what, over.promise]);
  } finally {
    clearTimeout(timer);
  }
}
