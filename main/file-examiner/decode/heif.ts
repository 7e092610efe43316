import { isTooLarge, maxPixelsDecoded } from '../limits.ts';
import type { Pixels } from './pixels.ts';

/**
 * The main picture of a HEIC file, turned and mirrored as the file says. Throws where it cannot be decoded. Each file gets a
 * decoder of its own: one that broke off is of no use any more, and its memory never shrinks.
 */
export async function decodeHeif(bytes: Buffer): Promise<Pixels> {
  // Loaded only where a photo needs it: most do not.
  const { default: openLibHeif } = await import('libheif-js/libheif-wasm/libheif-bundle.js');
  const lib = openLibHeif();
  const limits = lib._heif_get_global_security_limits() / 4;
  // The first limit of the struct, in 64 bits after its version, is that of the pixels.
  if (lib.HEAPU32[limits + 3] === 0) lib.HEAPU32[limits + 2] = maxPixelsDecoded;
  const context = lib.heif_context_alloc();
  const read = lib.heif_context_read_from_memory(context, bytes);
  if (read.code !== lib.heif_error_code.heif_error_Ok) throw new Error(read.message);
  const handle = lib.heif_js_context_get_primary_image_handle(context);
  if ('code' in handle) throw new Error(handle.message);
  const size = {
    width: lib.heif_image_handle_get_width(handle),
    height: lib.heif_image_handle_get_height(handle),
  };
  if (isTooLarge(size)) throw new Error('Its main picture is too large.');
  const decoded = await lib.heif_js_decode_image2(
    handle,
    lib.heif_colorspace.heif_colorspace_RGB,
    lib.heif_chroma.heif_chroma_interleaved_RGBA,
  );
  if ('code' in decoded) throw new Error(decoded.message);
  const [channel] = decoded.channels;
  if (channel === undefined || isTooLarge(channel)) throw new Error('It was decoded to nothing.');
  return { width: channel.width, height: channel.height, data: withoutPadding(channel) };
}

function withoutPadding(channel: {
  width: number;
  height: number;
  stride: number;
  data: Uint8Array;
}): Uint8Array {
  const row = channel.width * 4;
  if (channel.stride === row) return channel.data;
  const data = new Uint8Array(row * channel.height);
  for (let y = 0; y < channel.height; y += 1) {
    data.set(channel.data.subarray(y * channel.stride, y * channel.stride + row), y * row);
  }
  return data;
}
