import type { SettingsService } from '../settings/index.ts';
import { actorOf, os } from './base.ts';

export function settingsProcedures(settings: SettingsService) {
  return {
    get: os.settings.get.handler(() => settings.current()),
    update: os.settings.update.handler(({ input, context }) =>
      settings.update(input, actorOf(context, settings.current())),
    ),
  };
}
