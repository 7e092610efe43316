/** A pipe: when the page asks, it gets one end of a message port, and the desktop the other. Nothing else. */
import { ipcRenderer } from 'electron';
import { portChannel, portMessage, portWanted } from '#shared/desktop-port.ts';

window.addEventListener('message', (event) => {
  if (event.source !== window || event.origin !== window.location.origin || event.data !== portWanted) return;
  const { port1, port2 } = new MessageChannel();
  ipcRenderer.postMessage(portChannel, null, [port2]);
  window.postMessage(portMessage, window.location.origin, [port1]);
});
