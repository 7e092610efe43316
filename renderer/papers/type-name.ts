const names: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/jpg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/gif': 'GIF',
  'image/heic': 'HEIC',
  'image/heif': 'HEIC',
  'image/tiff': 'TIFF',
  'image/svg+xml': 'SVG',
  'text/html': 'HTML',
  'text/plain': 'TXT',
  'application/zip': 'ZIP',
  'application/msword': 'Word',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/vnd.ms-excel': 'Excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
};

/** A media type as people call it; as it came where they have no name for it. */
export function typeName(mediaType: string | null): string | null {
  const type = mediaType?.split(';')[0]?.trim().toLowerCase() ?? '';
  return type === '' ? null : (names[type] ?? type);
}
