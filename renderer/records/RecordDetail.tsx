import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useMemo, useRef, useState } from 'react';
import { Redirect } from 'wouter';
import type { RecordDetail as Detail } from '#shared/contract/records.ts';
import type { RecordKind } from '#shared/terms.ts';
import { useKeys } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { useWindowTitle } from '../app/window-title.ts';
import { recordPath } from '../claims/paths.ts';
import { Code } from '../components/Code.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Field, Fields } from '../components/Fields.tsx';
import { Scroll } from '../components/list/ListDetailLayout.tsx';
import { DetailSkeleton } from '../components/Skeletons.tsx';
import { FindingPointers } from './FindingPointers.tsx';
import { Findings } from './Findings.tsx';
import { LeadProvider, useLeading } from './lead.ts';
import { Notes } from './Notes.tsx';
import { RawBody } from './RawBody.tsx';
import { RecordHead } from './RecordHead.tsx';
import { Related } from './Related.tsx';
import { RevisionBand, Revisions } from './Revisions.tsx';
import { TechnicalSection } from './TechnicalSection.tsx';
import { technicalData, technicalPointers } from './technical-fields.ts';
import { UnknownFields, unknownPointers } from './UnknownFields.tsx';
import { useReviewed } from './useReviewed.ts';

type Part = ComponentType<{ record: Detail }>;

/** What a kind of record shows of its own; all else is the same of every kind. */
export type RecordFace = {
  /** What it is worth, at the right of its number. */
  Worth: Part;
  /** What it is about, in one line. */
  About: Part;
  /** What it says, with its findings and its notes where they are looked for. */
  Body: ComponentType<{ record: Detail; findings: ReactNode; notes: ReactNode }>;
  /** Where it comes from, and its names at the marketplace. */
  Origin: Part;
};

type Props = {
  id: number;
  /** The kind whose screen this is; a record of another is shown on its own. */
  kind?: RecordKind;
  back: string;
  faceOf: (kind: RecordKind) => RecordFace;
  onReviewed?: () => void;
};

/** One record, whole: what it says, what is odd about it, what people said of it, and what arrived. */
export function RecordDetail({ id, kind, back, faceOf, onReviewed }: Props) {
  const api = useApi();
  const [revision, setRevision] = useState<number | null>(null);
  const input = revision === null ? { id } : { id, revision };
  const query = useQuery({
    ...api.records.get.queryOptions({ input }),
    placeholderData: (old) => (old?.id === id ? old : undefined),
  });
  if (query.data === undefined)
    return query.isError ? <ErrorState query={query} back={back} /> : <DetailSkeleton />;
  if (kind !== undefined && query.data.kind !== kind)
    return <Redirect to={recordPath(query.data.kind, id)} replace />;
  return (
    <>
      {query.isError && <ErrorState query={query} />}
      <Loaded
        record={query.data}
        face={faceOf(query.data.kind)}
        back={back}
        chosen={revision}
        onRevision={setRevision}
        {...(onReviewed === undefined ? {} : { onReviewed })}
      />
    </>
  );
}

type LoadedProps = {
  record: Detail;
  face: RecordFace;
  back: string;
  chosen: number | null;
  onRevision: (revision: number | null) => void;
  onReviewed?: () => void;
};

function Loaded({ record, face, back, chosen, onRevision, onReviewed }: LoadedProps) {
  const { t } = useI18n();
  const setReviewed = useReviewed();
  useWindowTitle(record.number);
  const noteField = useRef<HTMLTextAreaElement>(null);
  const toggle = () => {
    const reviewed = record.reviewedAt === null;
    setReviewed(record, reviewed);
    if (reviewed) onReviewed?.();
  };
  const note = () => {
    noteField.current?.scrollIntoView({ block: 'center' });
    noteField.current?.focus();
  };
  useKeys({ 'shift space': toggle, e: toggle, n: note });
  const technical = useMemo(() => {
    const groups = technicalData(record.content);
    return { groups, pointers: technicalPointers(groups), unknown: new Set(unknownPointers(record)) };
  }, [record]);
  const article = useRef<HTMLElement>(null);
  const leading = useLeading(
    article,
    record.body,
    ({ pointer, inBody }) =>
      (pointer !== null && technical.pointers.has(pointer)) || technical.unknown.has(inBody),
  );
  const shown = record.revisions.find(
    ({ revision }) => revision === (chosen ?? Math.max(...record.revisions.map((one) => one.revision))),
  );
  return (
    <LeadProvider value={leading}>
      <Box component="article" ref={article} aria-label={record.number} sx={{ display: 'contents' }}>
        <RecordHead
          record={record}
          back={back}
          onToggle={toggle}
          worth={<face.Worth record={record} />}
          about={<face.About record={record} />}
        />
        <RevisionBand record={record} chosen={chosen} onRevision={onRevision} />
        <Scroll label={`${t('records.detail.label')} ${record.number}`}>
          <face.Body
            record={record}
            findings={<Findings record={record} />}
            notes={<Notes record={record} field={noteField} />}
          />
          <Related record={record} />
          <face.Origin record={record} />
          <Revisions record={record} chosen={chosen} onRevision={onRevision} />
          <TechnicalSection groups={technical.groups}>
            {shown !== undefined && (
              <Fields>
                <Field label={t('records.revisions.sha')} wide>
                  <Code value={shown.sha256} what={t('records.revisions.sha')} />
                </Field>
              </Fields>
            )}
            <UnknownFields record={record} />
            <FindingPointers findings={record.findings} />
          </TechnicalSection>
          <RawBody record={record} revision={shown?.revision ?? record.revision} />
        </Scroll>
      </Box>
    </LeadProvider>
  );
}
