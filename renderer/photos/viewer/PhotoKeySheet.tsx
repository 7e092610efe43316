import { useI18n } from '../../app/locale/i18n.ts';
import { type KeyGroup, ShortcutsDialog } from '../../parts/SheetOfKeys.tsx';

/** The keys of the photos, which `?` opens over them. */
export function PhotoKeySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useI18n();
  const groups: readonly KeyGroup[] = [
    {
      title: t('photos.keys.move'),
      lines: [
        { keys: ['←', '→', 'K', 'J'], words: t('photos.keys.flip') },
        { keys: [t('photos.keys.home'), t('photos.keys.end')], words: t('photos.keys.ends') },
        { keys: ['⇧←', '⇧→', '⇧↑', '⇧↓'], words: t('photos.keys.pan') },
        { keys: ['Esc'], words: t('photos.do.close') },
        { keys: ['?'], words: t('photos.do.keys') },
      ],
    },
    {
      title: t('photos.keys.look'),
      lines: [
        { keys: ['+', '-'], words: t('photos.keys.zoom') },
        { keys: ['0'], words: t('photos.do.fit') },
        { keys: ['1'], words: t('photos.do.oneToOne') },
        { keys: ['R', '⇧R'], words: t('photos.keys.turn') },
        { keys: ['B', '⇧B'], words: t('photos.keys.bright') },
        { keys: ['T', '⇧T'], words: t('photos.keys.contrast') },
        { keys: ['X'], words: t('photos.do.reset') },
      ],
    },
    {
      title: t('photos.keys.beside'),
      lines: [
        { keys: ['I'], words: t('photos.do.info') },
        { keys: ['M'], words: t('photos.do.mark') },
        { keys: ['N'], words: t('photos.do.note') },
        { keys: ['H'], words: t('photos.do.marks') },
        { keys: ['C'], words: t('photos.do.compare') },
        { keys: ['L'], words: t('photos.do.link') },
        { keys: ['S'], words: t('photos.do.swap') },
        { keys: ['A'], words: t('photos.do.side') },
        { keys: ['D'], words: t('photos.do.save') },
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
