import { useI18n } from '../app/locale/i18n.ts';
import { type KeyGroup, ShortcutsDialog } from '../components/ShortcutsDialog.tsx';

/** The keys of a paper, which `?` opens over it. */
export function PaperKeySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useI18n();
  const enter = t('papers.keys.enter');
  const groups: readonly KeyGroup[] = [
    {
      title: t('papers.keys.move'),
      lines: [
        { keys: ['J', 'K', '→', '←'], label: t('papers.keys.page') },
        { keys: [t('papers.keys.home'), t('papers.keys.end')], label: t('papers.keys.ends') },
        { keys: ['.', ','], label: t('papers.keys.paper') },
        { keys: ['Esc'], label: t('papers.viewer.close') },
        { keys: ['?'], label: t('papers.keys.sheet') },
      ],
    },
    {
      title: t('papers.keys.look'),
      lines: [
        { keys: ['+', '-'], label: t('papers.keys.zoom') },
        { keys: ['0'], label: t('papers.zoom.page') },
        { keys: ['1'], label: t('papers.zoom.actual') },
        { keys: ['W'], label: t('papers.zoom.width') },
        { keys: ['R', '⇧R'], label: t('papers.keys.rotate') },
        { keys: ['T'], label: t('papers.pages.thumbnails') },
      ],
    },
    {
      title: t('papers.keys.act'),
      lines: [
        { keys: ['/', 'Ctrl F'], label: t('papers.search.open') },
        { keys: [enter, `⇧${enter}`], label: t('papers.keys.found') },
        { keys: ['P', 'Ctrl P'], label: t('papers.print.open') },
        { keys: ['D'], label: t('papers.saveOriginal') },
      ],
    },
  ];
  return <ShortcutsDialog open={open} onClose={onClose} title={t('papers.keys.title')} groups={groups} />;
}
