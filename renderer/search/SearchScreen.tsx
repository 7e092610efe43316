import Button from '@mui/material/Button';
import { useTheme } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import { AlarmClock, FileText, SearchX, StickyNote } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import type { SearchHit } from '#shared/contract/search.ts';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { type RecordKind, recordKinds } from '#shared/terms.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { textOfPath } from '../app/path-text.ts';
import { ArchiveButton } from '../archives/ArchiveButton.tsx';
import { archiveName, useArchivingChosen } from '../archives/archiving.ts';
import { claimFilePath, isOpenable } from '../claims/paths.ts';
import { Box } from '../components/Box.tsx';
import { EmptyArrivals, EmptyState } from '../components/EmptyState.tsx';
import { ListScreen } from '../components/list/ListScreen.tsx';
import { adjacentRow } from '../components/list/useListNavigation.ts';
import { useSelection } from '../components/list/useSelection.ts';
import { Typography } from '../components/Typography.tsx';
import { documentPath } from '../document-viewer/paths.ts';
import { ExportButton } from '../exports/ExportButton.tsx';
import { PhotoLink } from '../photos/photo-navigation.tsx';
import { BulkActs } from '../records/BulkActs.tsx';
import { RecordDetail } from '../records/RecordDetail.tsx';
import { ChosenTotals } from '../records/RecordQueue.tsx';
import { kindsOnScreen } from '../records/record-kinds.ts';
import { ThirdLine } from '../records/record-view.tsx';
import { Elsewhere } from './Elsewhere.tsx';
import { MarkedText } from './MarkedText.tsx';
import { useNotedSearch } from './recent-searches.ts';
import { type FoundRow, useFound } from './useFound.ts';

/** Of the claim's number above its records, and of the line that says where something was found. */
const headHeight = 32;
const hitHeight = 20;
/** Of a line that says in which PDF, and opens it. */
const pdfHeight = 28;

type PdfHit = SearchHit & { attachment: NonNullable<SearchHit['attachment']> };
const isInPdf = (hit: SearchHit): hit is PdfHit => hit.attachment !== undefined;
const hitsInPdfs = ({ hits }: FoundRow): PdfHit[] => hits.filter(isInPdf);
const hasThirdLine = ({ hits }: FoundRow): boolean => hits.length === 0 || !hits.every(isInPdf);

/** What was typed in the search field finds, over all records: what it identifies first, those of one claim together. */
export function SearchScreen({ query: text, id }: { query: string; id: number | null }) {
  const { t, format } = useI18n();
  const search = useMemo(() => textOfPath(text), [text]);
  const [chosen, choose] = useState<{ search: string; kind: RecordKind | 'all' }>({ search, kind: 'all' });
  // The kind was chosen among what other words found.
  const kind = chosen.search === search ? chosen.kind : 'all';
  const found = useFound(search, kind);
  const { listRow } = useTheme().perito.sizes;
  useNotedSearch(search, found.list.query.isSuccess && found.list.total > 0);
  const base = `/search/${encodeURIComponent(search)}`;
  const hrefOf = (row: { id: number }) => `${base}/${row.id}`;
  const totalOf = ({ count, isCapped }: { count: number; isCapped: boolean }) =>
    isCapped ? `${format.count(count)}+` : format.count(count);
  const { totals } = found;
  const title = t('search.label', { query: search });
  const isOne = kind !== 'all';
  const selection = useSelection(found.list, `${kind} ${search}`);
  const archivingOf = useArchivingChosen();
  const chosenRecords = [...(selection?.rows.values() ?? [])].map(({ record }) => record);
  return (
    <ListScreen
      title={title}
      aside={
        found.list.rows.length > 0 && (
          <>
            <ArchiveButton
              isIcon
              wanted={{
                words: title,
                choice: isOne ? { search, kinds: [kind] } : { search },
                name: archiveName(title, dominicanDay(Date.now())),
              }}
            />
            <ExportButton source={{ of: 'records', filter: isOne ? { search, kind } : { search } }} />
          </>
        )
      }
      list={found.list}
      selected={id}
      path={base}
      hrefOf={hrefOf}
      listKey={`${kind} ${search}`}
      heightOf={(row) =>
        listRow +
        (hasThirdLine(row) ? hitHeight : 0) +
        hitsInPdfs(row).length * pdfHeight +
        (row.claimAbove === null ? 0 : headHeight)
      }
      filters={
        <>
          {totals !== null && (kind !== 'all' || totals.all.count > 0) && (
            <Box
              role="group"
              aria-label={t('search.kinds')}
              sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}
            >
              {(['all', ...recordKinds] as const)
                .filter((one) => one === 'all' || one === kind || totals[one].count > 0)
                .map((one) => (
                  <ToggleButton
                    key={one}
                    size="small"
                    value={one}
                    selected={one === kind}
                    onClick={() => choose({ search, kind: one })}
                  >
                    {t('search.ofKind', {
                      kind:
                        one === 'all' ? t('search.allKinds') : t(`frame.rail.${kindsOnScreen[one].label}`),
                      rows: totalOf(totals[one]),
                    })}
                  </ToggleButton>
                ))}
            </Box>
          )}
          {found.waiting.count > 0 && (
            <Typography variant="caption" component="p" role="status" sx={{ mt: 2 }}>
              {t('search.waiting', { count: found.waiting.count, records: totalOf(found.waiting) })}
            </Typography>
          )}
          {found.waitingPdfs.count > 0 && (
            <Typography variant="caption" component="p" role="status" sx={{ mt: 2 }}>
              {t('search.waitingPdfs', { count: found.waitingPdfs.count, pdfs: totalOf(found.waitingPdfs) })}
            </Typography>
          )}
          <Elsewhere search={search} />
          {found.claimNotes.map((note) => (
            <Box
              key={`${note.what} ${note.id}`}
              component={Link}
              href={claimFilePath('claimNumber', note.claimNumber)}
              sx={{
                typography: 'caption',
                display: 'flex',
                alignItems: 'center',
                gap: 1.5,
                mt: 2,
                color: 'text.secondary',
                textDecoration: 'none',
                '&:hover': { textDecoration: 'underline' },
                '& svg': { flex: 'none' },
                '& .grow': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
              }}
            >
              {note.what === 'claimNote' ? (
                <StickyNote size={13} aria-hidden />
              ) : (
                <AlarmClock size={13} aria-hidden />
              )}
              <span className="grow">
                {t(note.what === 'claimNote' ? 'search.noteOfClaim' : 'search.reminderOfClaim', {
                  claim: note.claimNumber,
                })}{' '}
                <MarkedText {...note.text} />
              </span>
            </Box>
          ))}
        </>
      }
      choosing={
        selection && {
          selection,
          gender: 'masculine',
          nameOf: ({ record }) => record.number,
          about: <ChosenTotals rows={chosenRecords} />,
          actions: (
            <>
              <BulkActs rows={chosenRecords} gender="masculine" onDone={selection.clear} />
              <ExportButton
                ofChosen
                source={{
                  of: 'records',
                  filter: { ...(isOne ? { kind } : {}), ids: chosenRecords.map((record) => record.id) },
                }}
              />
              <ArchiveButton
                isIcon
                wanted={archivingOf({
                  ...{ title, gender: 'masculine' },
                  names: chosenRecords.map(({ number }) => number),
                  choice: { ids: chosenRecords.map(({ id: recordId }) => recordId) },
                })}
              />
            </>
          ),
        }
      }
      renderRow={(row, isOpen) => <Found row={row} href={hrefOf(row)} isSelected={isOpen} />}
      empty={
        <EmptyArrivals waitsForExamination={false}>
          <EmptyState icon={SearchX} title={t('search.nothing.title')} text={t('search.nothing.text')}>
            {found.didYouMean !== null && (
              <Button component={Link} href={`/search/${encodeURIComponent(found.didYouMean)}`}>
                {t('search.didYouMean', { query: found.didYouMean })}
              </Button>
            )}
          </EmptyState>
        </EmptyArrivals>
      }
      detail={
        id === null ? null : (
          <RecordDetail key={id} id={id} back={base} next={adjacentRow(found.list.rows, id, 1)?.id ?? null} />
        )
      }
    />
  );
}

type FoundProps = { row: FoundRow; href: string; isSelected: boolean };

const Found = memo(function Found({ row, href, isSelected }: FoundProps) {
  const { Row } = kindsOnScreen[row.record.kind].view;
  const others = row.hits.filter((hit) => !isInPdf(hit));
  return (
    <Box sx={{ height: '100%', display: 'flex', flexDirection: 'column' }}>
      {row.claimAbove !== null && <ClaimHead claimNumber={row.claimAbove} />}
      <Box sx={{ flex: 1, minHeight: 0 }}>
        <ThirdLine value={hasThirdLine(row) ? <Hits hits={others} /> : null}>
          <Row row={row.record} href={href} selected={isSelected} />
        </ThirdLine>
      </Box>
      {hitsInPdfs(row).map((hit) => (
        <InPdf
          key={`${hit.attachment.id} ${hit.text}`}
          hit={hit}
          href={documentPath(href, hit.attachment.id)}
        />
      ))}
    </Box>
  );
});

/** In which PDF it was found; opens it over the record. */
function InPdf({ hit: { attachment, text, ranges }, href }: { hit: PdfHit; href: string }) {
  const { t } = useI18n();
  return (
    <Box
      component={PhotoLink}
      href={href}
      sx={{
        typography: 'caption',
        height: pdfHeight,
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        px: 4,
        borderBottom: 1,
        color: 'text.secondary',
        textDecoration: 'none',
        '&:hover': { textDecoration: 'underline' },
        '& svg': { flex: 'none' },
        '& .grow': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
      }}
    >
      <FileText size={13} aria-hidden />
      <span className="grow">
        {t('search.inPdf', { name: attachment.filename })} <MarkedText text={text} ranges={ranges} />
      </span>
    </Box>
  );
}

function ClaimHead({ claimNumber }: { claimNumber: string }) {
  const { t } = useI18n();
  const words = t('search.claim', { number: claimNumber });
  return (
    <Box
      sx={{
        typography: 'caption',
        height: headHeight,
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        px: 4,
        fontWeight: 600,
        borderBottom: 1,
        bgcolor: 'background.default',
        '& a': { color: 'text.secondary', textDecoration: 'none' },
        '& a:hover': { textDecoration: 'underline' },
      }}
    >
      {isOpenable(claimNumber) ? (
        <Link href={claimFilePath('claimNumber', claimNumber)}>{words}</Link>
      ) : (
        <span>{words}</span>
      )}
    </Box>
  );
}

/** Where it was found, in one line. */
function Hits({ hits }: { hits: readonly SearchHit[] }) {
  const { t } = useI18n();
  return (
    <Box
      component="span"
      className="third"
      sx={{
        typography: 'caption',
        color: 'text.secondary',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
        minHeight: 16,
      }}
    >
      {hits.map(({ field, text, ranges }, index) => (
        <span key={`${field} ${text}`}>
          {index > 0 && ' · '}
          {t(`search.field.${field}`)}: <MarkedText text={text} ranges={ranges} />
        </span>
      ))}
    </Box>
  );
}
