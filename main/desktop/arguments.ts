/** What a start of the desktop was given. Electron's own switches know only `--data=DIR`, so the arguments are read here. */
export interface StartArguments {
  /** As it was given; null where none was, empty where the switch stands without one. */
  dataDir: string | null;
  /** Whether no window is opened, as at the start of a session. */
  isHidden: boolean;
  /** What no switch of Perito's own takes, Chromium's switches among it. */
  others: string[];
}

/** `args` without the program itself. */
export function readArguments(args: readonly string[]): StartArguments {
  const found: StartArguments = { dataDir: null, isHidden: false, others: [] };
  for (let index = 0; index < args.length; index += 1) {
    const text = args[index] ?? '';
    const next = args[index + 1] ?? '';
    if (text.startsWith('--data=')) found.dataDir = text.slice('--data='.length);
    else if (text === '--data') {
      found.dataDir = next.startsWith('-') ? '' : next;
      if (found.dataDir !== '') index += 1;
    } else if (text === '--hidden') found.isHidden = true;
    else found.others.push(text);
  }
  return found;
}
