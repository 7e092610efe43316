/** Holds answers back until somebody lets them go. */
export interface HoldOptions {
  /** So many bytes of a file go out before it is held, the head of the answer with them; default none, nor the head. */
  afterBytes?: number;
}

export interface Hold {
  release(): void;
}

export interface Gate {
  hold(options?: HoldOptions): Hold;
  afterBytes(): number;
  /** Resolves at once where nothing is held. */
  pass(): Promise<void>;
  open(): void;
}

export function openGate(): Gate {
  let held: { afterBytes: number; released: PromiseWithResolvers<void> } | null = null;
  const open = () => {
    held?.released.resolve();
    held = null;
  };
  return {
    hold({ afterBytes = 0 } = {}) {
      open();
      held = { afterBytes, released: Promise.withResolvers() };
      return { release: open };
    },
    afterBytes: () => held?.afterBytes ?? 0,
    pass: () => held?.released.promise ?? Promise.resolve(),
    open,
  };
}
