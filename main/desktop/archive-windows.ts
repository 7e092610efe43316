/** Archives on the desktop: each in a window of its own, opened by a double click, an argument, or a page that hands one over. */
import { resolve } from 'node:path';
import { app, dialog } from 'electron';
import { archiveStart } from '../shell/archive-pages.ts';
import type { Archives, OpenArchive } from '../shell/archives.ts';
import { readArguments } from './arguments.ts';
import { systemLocale } from './locale.ts';
import { consoleOrigin } from './scheme.ts';
import { openWindow } from './window.ts';

export interface ArchiveWindows {
  /** Opens a file; what comes of it its window says. */
  open(file: string): void;
  show(archive: OpenArchive): void;
}

/** An archive is closed with its window. */
export function archiveWindows(archives: Archives): ArchiveWindows {
  const show = (archive: OpenArchive) => {
    const window = openWindow(`${consoleOrigin}${archiveStart(archive)}`);
    window.on('closed', () => void archive.close());
  };
  return {
    show,
    open(file) {
      const archive = archives.openFile(file);
      if (archive !== null) return show(archive);
      dialog.showErrorBox('Perito', tooMany[systemLocale()]);
    },
  };
}

const tooMany = {
  es: 'Ya hay cinco legajos abiertos. Cierre la ventana de uno y ábralo otra vez.',
  en: 'Five archives are open already. Close the window of one, and open it again.',
};

export interface ArchiveFiles {
  /** Tells of each file that was to be opened since the start, and of each from now on. */
  follow(open: (file: string) => void): void;
}

/** Hears of the files that the system wants opened, from now on; `args` are those of this start. */
export function archiveFiles(args: readonly string[], cwd: string = process.cwd()): ArchiveFiles {
  const waiting = archivesIn(args, cwd);
  let take = (file: string): unknown => waiting.push(file);
  app.on('open-file', (event, path) => {
    event.preventDefault();
    take(path);
  });
  app.on('second-instance', (_event, argv, workingDirectory) => {
    for (const file of archivesIn(readArguments(argv.slice(1)).others, workingDirectory)) take(file);
  });
  return {
    follow(open) {
      take = open;
      for (const file of waiting.splice(0)) open(file);
    },
  };
}

/** Chromium puts switches of its own among the arguments. */
const archivesIn = (args: readonly string[], cwd: string): string[] =>
  args
    .filter((text) => !text.startsWith('-') && text.toLowerCase().endsWith('.perito'))
    .map((text) => resolve(cwd, text));
