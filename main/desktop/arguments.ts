/** What a start of the desktop was given. Electron's own switches know only `--data=DIR`, so the arguments are read here. */
export interface StartArguments {
  /** As it was given; null where none was, empty where the switch stands without one. */
  dataDir: string | null;
  /** Where an office's console is, as it was given; null where none was, empty where the switch stands without one. */
  office: string | null;
  /** Whether no window is opened, as at the start of a session. */
  isHidden: boolean;
  /** What no switch of Perito's own takes, Chromium's switches among it. */
  others: string[];
}

/** `args` without the program itself. */
export function readArguments(args: readonly string[]): StartArguments {
  const found: StartArguments = { dataDir: null, office: null, isHidden: false, others: [] };
  for (let index = 0; index < args.length; index += 1) {
    const text = args[index] ?? '';
    const [, name, value] = /^--(data|office)(?:=(.*))?$/s.exec(text) ?? [];
    if (name === undefined) {
      if (text === '--hidden') found.isHidden = true;
      else found.others.push(text);
      continue;
    }
    const next = args[index + 1] ?? '';
    const given = value ?? (next.startsWith('-') ? '' : next);
    if (value === undefined && given !== '') index += 1;
    found[name === 'data' ? 'dataDir' : 'office'] = given;
  }
  return found;
}

/** The same start, but for the office that was named for it. */
export const withoutOffice = (args: readonly string[]): string[] => without('--office', args);

/** The same start, but for the data directory that was named for it. */
export const withoutData = (args: readonly string[]): string[] => without('--data', args);

const without = (name: string, args: readonly string[]): string[] =>
  args.filter(
    (text, index) =>
      text !== name && !text.startsWith(`${name}=`) && (args[index - 1] !== name || text.startsWith('-')),
  );
