import { expect, test } from 'vitest';
import { openListening } from '../../main/engine/listening.ts';
import type { Receiver } from '../../main/engine/receiver/index.ts';
import { defaultSettings } from '../../main/engine/settings/defaults.ts';

type State = ReturnType<Receiver['state']>;

test.each<[string, Pick<State, 'url' | 'state' | 'error'>]>([
  ['info: The receiver listens.', { url: 'http://a', state: 'listening', error: null }],
  [
    'warn: The receiver listens and takes nothing.',
    { url: 'http://a', state: 'notStoring', error: { code: 'diskLow', detail: '' } },
  ],
  [
    'error: The receiver cannot listen.',
    { url: null, state: 'failed', error: { code: 'addressInUse', detail: '' } },
  ],
])('the log says "%s"', async (said, standing) => {
  const lines: string[] = [];
  const line = (level: string) => (_: object, text: string) => void lines.push(`${level}: ${text}`);
  await openListening({
    receiver: { listen: async () => {}, state: () => ({ ...({} as State), ...standing }) },
    cancellations: { answerHeld: async () => {} },
    settings: { current: () => defaultSettings, onChange: () => {} } as never,
    changes: { publish: () => {} } as never,
    log: { info: line('info'), warn: line('warn'), error: line('error') } as never,
    given: {},
  });
  expect(lines).toEqual([said]);
});
