import { useI18n } from '../app/locale/i18n.ts';
import { type KeyGroup, ShortcutsDialog } from '../parts/SheetOfKeys.tsx';

/** The keys of a paper, which `?` opens over it. */
export function PaperKeySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useI18n();
  const enter = t('papers.keys.enter');
  const groups: readonly KeyGroup[] = [
    {
      title: t('papers.keys.move'),
      lines: [
        { keys: ['J', 'K', '→', '←'], words: t('papers.keys.page') },
        { keys: [t('papers.keys.home'), t('papers.keys.end')], words: t('papers.keys.ends') },
        { keys: ['.', ','], words: t('papers.keys.paper') },
        { keys: ['Esc'], words: t('papers.viewer.close') },
        { keys: ['?'], words: t('papers.keys.sheet') },
      ],
    },
    {
      title: t('papers.keys.look'),
      lines: [
        { keys: ['+', '-'], words: t('papers.keys.zoom') },
        { keys: ['0'], words: t('papers.zoom.page') },
        { keys: ['1'], words: t('papers.zoom.actual') },
        { keys: ['W'], words: t('papers.zoom.width') },
        { keys: ['R', '⇧R'], words: t('papers.keys.rotate') },
        { keys: ['T'], words: t('papers.pages.thumbnails') },
      ],
    },
    {
      title: t('papers.keys.act'),
      lines: [
        { keys: ['/', 'Ctrl F'], words: t('papers.search.open') },
        { keys: [enter, `⇧${enter}`], words: t('papers.keys.found') },
        { keys: ['P', 'Ctrl P'], words: t('papers.print.open') },
        { keys: ['D'], words: t('papers.saveOriginal') },
      ],
    },
  ];
  return <ShortcutsDialog open={open} onClose={onClose} title={t('papers.keys.title')} groups={groups} />;
}
