/** What a part of a path says; as it is where it is not encoded rightly. */
export function textOfPath(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
