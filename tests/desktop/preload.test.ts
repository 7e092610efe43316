import { describe, expect, test, vi } from 'vitest';
import { portChannel, portMessage, portWanted } from '../../shared/desktop-port.ts';

const ipcRenderer = vi.hoisted(() => ({ postMessage: vi.fn() }));
vi.mock('electron', () => ({ ipcRenderer }));

describe('the preload', () => {
  test('gives a port when the page itself asks, and is silent otherwise', async () => {
    const target = new EventTarget();
    const posted: unknown[][] = [];
    const page = {
      location: { origin: 'app://perito' },
      addEventListener: target.addEventListener.bind(target),
      postMessage: (...given: unknown[]) => posted.push(given),
    };
    vi.stubGlobal('window', page);
    await import('../../preload/index.ts');
    const say = (data: unknown, source: unknown = page, origin = 'app://perito') =>
      target.dispatchEvent(Object.assign(new Event('message'), { data, source, origin }));

    say('something else');
    say({ toString: () => portWanted });
    say(portWanted, {});
    say(portWanted, page, 'https://other.example');
    expect([posted, ipcRenderer.postMessage.mock.calls]).toEqual([[], []]);

    say(portWanted);
    const [message, origin, [mine]] = posted[0] as [string, string, [MessagePort]];
    expect([message, origin]).toEqual([portMessage, 'app://perito']);
    const [channel, content, [theirs]] = ipcRenderer.postMessage.mock.calls[0] as [
      string,
      null,
      [MessagePort],
    ];
    expect([channel, content]).toEqual([portChannel, null]);
    const heard = new Promise((resolve) => {
      mine.onmessage = ({ data }) => resolve(data);
    });
    theirs.postMessage('joined');
    expect(await heard).toBe('joined');
    mine.close();
    vi.unstubAllGlobals();
  });
});
