/** The desktop's entry: what it is made of, in the order in which it is set up. */
import { app } from 'electron';
import { archiveFiles } from './desktop/archive-windows.ts';
import { denyNavigation } from './desktop/lockdown.ts';
import { registerConsoleScheme } from './desktop/scheme.ts';
import { chooseFolders, startDesktop } from './desktop/start.ts';
import { surviveLostOutput } from './shell/process.ts';

// What is made belongs to this account alone, Chromium's files included.
process.umask(0o077);
surviveLostOutput();
app.enableSandbox();
registerConsoleScheme();
denyNavigation();
const dataDir = chooseFolders();
// macOS tells of a file before the app is ready, the others by the arguments.
const files = archiveFiles(process.argv.slice(1));
// A second start hands over to the first, which shows its window.
if (app.requestSingleInstanceLock()) void startDesktop(dataDir, files);
else app.quit();
