import { type KeyGroup, ShortcutsDialog } from '../../parts/SheetOfKeys.tsx';
import { places } from '../frame/places.ts';
import { useI18n } from '../locale/i18n.ts';

/** The sheet of keys that `?` opens. */
export function KeySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useI18n();
  const groups: readonly KeyGroup[] = [
    {
      title: t('frame.keys.move'),
      lines: [
        { keys: ['J', '↓'], words: t('frame.keys.next') },
        { keys: ['K', '↑'], words: t('frame.keys.previous') },
        { keys: [t('frame.keys.enter'), '→'], words: t('frame.keys.detail') },
        { keys: ['Esc'], words: t('frame.keys.back') },
        { keys: [t('frame.keys.space'), 'PgDn', 'PgUp'], words: t('frame.keys.pages') },
        { keys: ['/'], words: t('frame.keys.search') },
        { keys: ['?'], words: t('frame.keys.sheet') },
      ],
    },
    {
      title: t('frame.keys.act'),
      lines: [
        { keys: ['E'], words: t('frame.keys.reviewed') },
        { keys: ['Shift', t('frame.keys.space')], words: t('frame.keys.reviewed') },
        { keys: ['A'], words: t('frame.keys.approve') },
        { keys: ['R'], words: t('frame.keys.refuse') },
        { keys: ['U'], words: t('frame.keys.urgent') },
        { keys: ['N'], words: t('frame.keys.note') },
        { keys: ['Ctrl', t('frame.keys.enter')], words: t('frame.keys.send') },
        { keys: ['F'], words: t('photos.grid.open') },
      ],
    },
    {
      title: t('frame.keys.go'),
      lines: places.map(({ letter, words }) => ({
        keys: ['G', letter.toUpperCase()],
        words: t(`frame.rail.${words}`),
      })),
    },
  ];
  return <ShortcutsDialog open={open} onClose={onClose} title={t('frame.keys.title')} groups={groups} />;
}
