/** The bundle of the desktop without the screen, which has a build and tests of its own. */
import type { UserConfig } from 'electron-vite';
import whole from '../../electron.vite.config.ts';

const { renderer: _renderer, ...bundle } = whole;
const config: UserConfig = bundle;
export default config;
