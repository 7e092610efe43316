/** Gives a file to the person, as the browser gives downloads. */
export function downloadBlob(name: string, parts: BlobPart[], type: string) {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
