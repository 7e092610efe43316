/** The desktop's entry: what it is made of, in the order in which it is set up. */
import { app } from 'electron';
import { archiveFiles } from './desktop/archive-windows.ts';
import { readArguments } from './desktop/arguments.ts';
import { denyNavigation } from './desktop/lockdown.ts';
import { prepareStart } from './desktop/prepare-start.ts';
import { hearProgram, nameProgram } from './desktop/program.ts';
import { registerConsoleScheme } from './desktop/scheme.ts';
import { startDesktop } from './desktop/start.ts';
import { collectAtRest } from './engine/collect-at-rest.ts';
import { surviveLostOutput } from './shell/process.ts';

// What is made belongs to this account alone, Chromium's files included.
process.umask(0o077);
surviveLostOutput();
collectAtRest();
nameProgram();
app.enableSandbox();
registerConsoleScheme();
denyNavigation();
// Before anything is waited for, so that nothing the system says goes unheard.
const program = hearProgram();
const given = readArguments(process.argv.slice(1));
// macOS tells of a file before the app is ready, the others by the arguments.
const files = archiveFiles(given.others);
// A second start hands over to the first, which shows its window.
const start = prepareStart(given, program);
if (start !== null) void startDesktop(start, program, files);
