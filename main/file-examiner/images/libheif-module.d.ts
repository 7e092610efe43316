/** What is used of libheif's WebAssembly; the package's own declarations are not a module. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.js' {
  type Handle = { readonly __brand: 'handle' };
  type Failure = { code: unknown; message: string };
  interface Channel {
    width: number;
    height: number;
    /** Bytes from a row to the next. */
    stride: number;
    data: Uint8Array;
  }
  export interface LibHeif {
    HEAPU32: Uint32Array;
    _heif_get_global_security_limits(): number;
    heif_error_code: { heif_error_Ok: unknown };
    heif_colorspace: { heif_colorspace_RGB: unknown };
    heif_chroma: { heif_chroma_interleaved_RGBA: unknown };
    heif_context_alloc(): Handle;
    heif_context_read_from_memory(context: Handle, bytes: Uint8Array): Failure;
    heif_js_context_get_primary_image_handle(context: Handle): Handle | Failure;
    heif_image_handle_get_width(handle: Handle): number;
    heif_image_handle_get_height(handle: Handle): number;
    heif_js_decode_image2(
      handle: Handle,
      colourSpace: unknown,
      chroma: unknown,
    ): Promise<Failure | { channels: Channel[] }>;
  }
  /** Compiles a new one, with memory of its own. */
  export default function libheif(): LibHeif;
}
