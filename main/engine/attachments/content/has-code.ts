/** Whether a failure of the file system has this code, such as `ENOENT`. */
export function hasCode(failure: unknown, code: string): boolean {
  return failure instanceof Error && 'code' in failure && failure.code === code;
}
