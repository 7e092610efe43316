import { useI18n } from '../../app/locale/i18n.ts';
import { type KeyGroup, ShortcutsDialog } from '../../components/ShortcutsDialog.tsx';

/** The keys of the photos, which `?` opens over them. */
export function PhotoKeySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useI18n();
  const groups: readonly KeyGroup[] = [
    {
      title: t('photos.keys.move'),
      lines: [
        { keys: ['←', '→', 'K', 'J'], label: t('photos.keys.flip') },
        { keys: [t('photos.keys.home'), t('photos.keys.end')], label: t('photos.keys.ends') },
        { keys: ['⇧←', '⇧→', '⇧↑', '⇧↓'], label: t('photos.keys.pan') },
        { keys: ['Esc'], label: t('photos.do.close') },
        { keys: ['?'], label: t('photos.do.keys') },
      ],
    },
    {
      title: t('photos.keys.look'),
      lines: [
        { keys: ['+', '-'], label: t('photos.keys.zoom') },
        { keys: ['0'], label: t('photos.do.fit') },
        { keys: ['1'], label: t('photos.do.oneToOne') },
        { keys: ['R', '⇧R'], label: t('photos.keys.turn') },
        { keys: ['B', '⇧B'], label: t('photos.keys.bright') },
        { keys: ['T', '⇧T'], label: t('photos.keys.contrast') },
        { keys: ['X'], label: t('photos.do.reset') },
      ],
    },
    {
      title: t('photos.keys.beside'),
      lines: [
        { keys: ['I'], label: t('photos.do.info') },
        { keys: ['M'], label: t('photos.do.mark') },
        { keys: ['N'], label: t('photos.do.note') },
        { keys: ['H'], label: t('photos.do.marks') },
        { keys: ['C'], label: t('photos.do.compare') },
        { keys: ['L'], label: t('photos.do.link') },
        { keys: ['S'], label: t('photos.do.swap') },
        { keys: ['A'], label: t('photos.do.side') },
        { keys: ['D'], label: t('photos.do.save') },
      ],
    },
  ];
  const pointer = [t('photos.keys.wheel'), t('photos.keys.drag'), t('photos.keys.double')];
  return (
    <ShortcutsDialog
      open={open}
      onClose={onClose}
      title={t('photos.keys.title')}
      groups={groups}
      foot={pointer.join(' · ')}
    />
  );
}
