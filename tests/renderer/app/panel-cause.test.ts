import { expect, test } from 'vitest';
import { panelCauseOf } from '../../../renderer/app/frame/panel-cause.ts';
import type { EngineEnd } from '../../../shared/contract/status.ts';

const away = (cause: EngineEnd) =>
  panelCauseOf({
    ...{
      since: '2026-11-23T14:00:00Z',
      cause,
      detail: '',
      fault: null,
      illness: null,
      mayRepair: true,
      isTriedAgain: false,
      receiver: 'listening',
    },
    ...{ rebuild: null, rebuildFailure: null, restore: null, restoreFailure: null },
    salvage: { running: null, done: null, failure: null },
    versionBefore: null,
    folder: null,
  });

test('only what does not come back by itself, and what is done about it, has a panel', () => {
  expect(panelCauseOf(null)).toBeNull();
  const withPanel = ['databaseDamaged', 'databaseLost', 'rebuilding', 'restoring'] as const;
  expect(withPanel.map(away)).toEqual(withPanel);
  expect((['crashed', 'outOfMemory', 'diskFull', 'cannotStart'] as const).map(away)).toEqual([
    ...[null, null, null, null],
  ]);
});
