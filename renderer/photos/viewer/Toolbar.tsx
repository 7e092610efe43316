import Box from '@mui/material/Box';
import { useEventCallback } from '@mui/material/utils';
import type { ReactNode } from 'react';
import { useI18n } from '../../app/locale/i18n.ts';
import type { Command, CommandName } from './commands.ts';
import { ToolButton } from './ToolButton.tsx';

/** What is looked at on the left, what can be done with it on the right. Quiet: the photo is what matters. */
export function Toolbar({ title, groups }: { title: ReactNode; groups: readonly (readonly ToolItem[])[] }) {
  const { t } = useI18n();
  const press = useEventCallback((name: CommandName) => {
    for (const item of groups.flat()) if ('act' in item && item.name === name) item.act();
  });
  return (
    <Box
      component="header"
      sx={(theme) => ({
        minHeight: theme.perito.sizes.topBar,
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        gap: 4,
        pl: 4,
        pr: 2,
        background: theme.perito.scheme.surface,
        borderBottom: `1px solid ${theme.perito.scheme.line}`,
      })}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>{title}</Box>
      <Box
        role="toolbar"
        aria-label={t('photos.viewer.tools')}
        sx={{ display: 'flex', alignItems: 'center' }}
      >
        {groups.map((group, index) => (
          <Box
            key={keyOf(group)}
            sx={(theme) => ({
              display: 'flex',
              alignItems: 'center',
              ...(index === 0
                ? {}
                : { ml: 1.5, pl: 1.5, borderLeft: `1px solid ${theme.perito.scheme.line}` }),
            })}
          >
            {group.map((item) =>
              'act' in item ? (
                <ToolButton key={item.name} {...shownOf(item)} onPress={press} />
              ) : (
                <Box key={item.id}>{item.part}</Box>
              ),
            )}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** A command, or a part of its own among them. */
export type ToolItem = Command | { id: string; part: ReactNode };

const keyOf = (group: readonly ToolItem[]) =>
  group.map((item) => ('act' in item ? item.name : item.id)).join();

/** What is seen of a command; what it does changes with each photo. */
const shownOf = ({ name, icon, keys, pressed, disabled = false }: Command) => ({
  name,
  icon,
  keys: keys.join(' '),
  pressed,
  disabled,
});
