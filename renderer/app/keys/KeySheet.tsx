import { type KeyGroup, ShortcutsDialog } from '../../components/ShortcutsDialog.tsx';
import { places } from '../frame/nav-items.ts';
import { useI18n } from '../locale/i18n.ts';

/** The sheet of keys that `?` opens. */
export function KeySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useI18n();
  const groups: readonly KeyGroup[] = [
    {
      title: t('frame.keys.move'),
      lines: [
        { keys: ['J', '↓'], label: t('frame.keys.next') },
        { keys: ['K', '↑'], label: t('frame.keys.previous') },
        { keys: [t('frame.keys.enter'), '→'], label: t('frame.keys.detail') },
        { keys: ['Esc'], label: t('frame.keys.back') },
        { keys: [t('frame.keys.space'), 'PgDn', 'PgUp'], label: t('frame.keys.pages') },
        { keys: ['/'], label: t('frame.keys.search') },
        { keys: ['?'], label: t('frame.keys.sheet') },
      ],
    },
    {
      title: t('frame.keys.act'),
      lines: [
        { keys: ['E'], label: t('frame.keys.reviewed') },
        { keys: ['Shift', t('frame.keys.space')], label: t('frame.keys.reviewed') },
        { keys: ['A'], label: t('frame.keys.approve') },
        { keys: ['R'], label: t('frame.keys.refuse') },
        { keys: ['U'], label: t('frame.keys.urgent') },
        { keys: ['N'], label: t('frame.keys.note') },
        { keys: ['Ctrl', t('frame.keys.enter')], label: t('frame.keys.send') },
        { keys: ['F'], label: t('photos.grid.open') },
      ],
    },
    {
      title: t('frame.keys.go'),
      lines: places.map(({ letter, label }) => ({
        keys: ['G', letter.toUpperCase()],
        label: t(`frame.rail.${label}`),
      })),
    },
  ];
  return <ShortcutsDialog open={open} onClose={onClose} title={t('frame.keys.title')} groups={groups} />;
}
