/** The desktop's entry: what it is made of, in the order in which it is set up. */
import { app } from 'electron';
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
// A second start hands over to the first, which shows its window.
if (app.requestSingleInstanceLock()) void startDesktop(dataDir);
else app.quit();
