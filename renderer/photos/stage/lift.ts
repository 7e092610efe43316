/** Milliseconds after its last move that a picture is drawn anew, as sharp as it can be. */
const restMs = 160;

/**
 * While it moves, a picture is a layer of its own that is only shifted and scaled; at rest it is drawn anew at its size.
 * Each call says that it moved.
 */
export function promoteLayer(): (moving: HTMLElement) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (moving) => {
    moving.style.willChange = 'transform';
    clearTimeout(timer);
    timer = setTimeout(() => {
      moving.style.willChange = 'auto';
    }, restMs);
  };
}
