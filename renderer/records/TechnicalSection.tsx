import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { Wrench } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { Finding, RecordDetail } from '#shared/contract/records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { Code, PlainCode } from '../components/Code.tsx';
import { Field, Fields, Section } from '../components/Fields.tsx';
import { placeInBody, shows } from '../components/field-anchors.ts';
import { Typography } from '../components/Typography.tsx';
import { OrNone } from './Facts.tsx';
import { useLead } from './lead.ts';
import { parsed, resolve } from './pointer.ts';
import type { TechnicalField, TechnicalGroup } from './technical-fields.ts';

type Props = {
  groups: readonly TechnicalGroup[];
  /** Further parts, each a `TechnicalPart`. */
  children?: ReactNode;
};

/** Elements of a list shown at first. The longest lists are cut already where the record is read. */
const shownAtFirst = 100;

/** Data for those who maintain the interface, collapsed at first. Opens by itself for a linked field that is shown nowhere else. */
export function TechnicalSection({ groups, children }: Props) {
  const { t } = useI18n();
  const { lead } = useLead();
  const technicalLead = lead?.among === 'technical' ? lead : null;
  const [shut, setShut] = useState<typeof lead>(null);
  const [opened, setOpened] = useState(false);
  const open = opened || (technicalLead !== null && technicalLead !== shut);
  const toggle = () => {
    setShut(technicalLead);
    setOpened(!open);
  };
  return (
    <Section
      title={t('common.technicalData')}
      aside={
        <Button size="small" startIcon={<Wrench size={14} />} aria-expanded={open} onClick={toggle}>
          {t(open ? 'records.technical.hide' : 'records.technical.show')}
        </Button>
      }
    >
      {open && (
        <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {groups.map((group) => (
            <TechnicalPart key={group.title} title={group.title === null ? null : t(`fields.${group.title}`)}>
              <Group group={group} />
            </TechnicalPart>
          ))}
          {children}
        </Box>
      )}
    </Section>
  );
}

/** A part of the technical data, under its own title. */
function TechnicalPart({ title, children }: { title: string | null; children: ReactNode }) {
  return (
    <Box>
      {title !== null && (
        <Typography variant="caption" component="h3" sx={{ fontWeight: 600, mb: 1.5 }}>
          {title}
        </Typography>
      )}
      {children}
    </Box>
  );
}

function Group({ group }: { group: TechnicalGroup }) {
  const { t } = useI18n();
  const { lead } = useLead();
  const [all, setAll] = useState(false);
  if (group.shape === 'facts')
    return (
      <Fields>
        {group.fields.map((field) => (
          <TechnicalFact key={field.pointer} field={field} />
        ))}
      </Fields>
    );
  const cut = group.elements.slice(shownAtFirst);
  const isWanted = cut.some(({ fields }) => fields.some(({ pointer }) => pointer === lead?.pointer));
  const elements = all || isWanted ? group.elements : group.elements.slice(0, shownAtFirst);
  return (
    <>
      {group.shape === 'lines' ? (
        <Lines title={group.title} elements={elements} />
      ) : (
        elements.map(({ name, fields }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a record's files have no other sure name, and never move
          <Box key={index} sx={{ '& + &': { mt: 4 } }}>
            <Typography variant="body2" component="h4" sx={{ fontWeight: 500, mb: 1 }}>
              {[index + 1, name].filter(Boolean).join(' · ')}
            </Typography>
            <Fields>
              {fields.map((field) => (
                <TechnicalFact key={field.pointer} field={field} />
              ))}
            </Fields>
          </Box>
        ))
      )}
      {elements.length < group.elements.length && (
        <Button size="small" variant="text" onClick={() => setAll(true)} sx={{ mt: 2 }}>
          {t('records.technical.all', { count: group.elements.length })}
        </Button>
      )}
    </>
  );
}

function TechnicalFact({ field }: { field: TechnicalField }) {
  const { t } = useI18n();
  const label = t(`fields.${field.name}`);
  const long = typeof field.value === 'string' && field.value.length > 60;
  return (
    <Field
      label={field.parent === null ? label : `${t(`fields.${field.parent}`)} · ${label}`}
      at={field.pointer}
      wide={long}
    >
      <Value field={field} />
    </Field>
  );
}

type LinesProps = Pick<Extract<TechnicalGroup, { shape: 'lines' | 'files' }>, 'title' | 'elements'>;

function Lines({ title, elements }: LinesProps) {
  const { t } = useI18n();
  const columns = elements[0]?.fields.map(({ name }) => name) ?? [];
  return (
    <TableContainer tabIndex={0} role="group" aria-label={t(`fields.${title}`)} sx={{ overflowX: 'auto' }}>
      <Table size="small" sx={{ width: 'auto', '& td:first-of-type, & th:first-of-type': { pl: 0 } }}>
        <TableHead>
          <TableRow>
            <TableCell>{t('records.technical.line')}</TableCell>
            {columns.map((name) => (
              <TableCell key={name}>{t(`fields.${name}`)}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {elements.map(({ name, fields }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a record's lines have no other sure name, and never move
            <TableRow key={index}>
              <TableCell sx={{ minWidth: 180 }}>{[index + 1, name].filter(Boolean).join(' · ')}</TableCell>
              {fields.map((field) => (
                <TableCell key={field.name} {...shows(field.pointer)}>
                  <Value field={field} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

/** An id, copied with one click, beside the name that it stands for. */
function Value({ field: { name, value, named } }: { field: TechnicalField }) {
  const { t } = useI18n();
  if (value === null || value === '')
    return (
      <>
        <OrNone>{null}</OrNone>
        {named !== null && ` ${named}`}
      </>
    );
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
  return (
    <>
      <Code value={String(value)} label={t(`fields.${name}`)} />
      {named !== null && ` ${named}`}
    </>
  );
}

/** RFC 6901 pointers of the properties that the interface does not document. */
export const unknownPointers = (record: Pick<RecordDetail, 'findings'>): string[] =>
  record.findings
    .filter(({ code }) => code === 'wire.unknownProperty')
    .flatMap(({ places }) => places.map(({ pointer }) => pointer));

/** The beginning of each such property's value, as JSON, by pointer. */
const unknownValues = (record: Pick<RecordDetail, 'findings'>) =>
  new Map(
    record.findings
      .filter(({ code }) => code === 'wire.unknownProperty')
      .flatMap(({ places }) =>
        places.map(({ pointer, parameters }) => [pointer, parameters['value']] as const),
      ),
  );

/** Properties that the interface does not document, shown as they came. */
export function UnknownFields({ record }: { record: RecordDetail }) {
  const { t } = useI18n();
  const fields = useMemo(() => {
    const pointers = unknownPointers(record);
    // Of a large body only the beginning is loaded; the findings then have the values.
    const body = pointers.length === 0 ? undefined : parsed(record.body);
    const kept = body === undefined ? unknownValues(record) : null;
    return pointers.map((pointer) => ({
      pointer,
      value: kept === null ? resolve(body, pointer) : kept.get(pointer),
    }));
  }, [record]);
  if (fields.length === 0) return null;
  return (
    <TechnicalPart title={t('records.detail.section.unknown')}>
      <Fields>
        {fields.map(({ pointer, value }) => (
          <Field key={pointer} label={pointer.slice(1).replaceAll('/', ' › ')} at={placeInBody(pointer)}>
            {typeof value === 'string' ? (
              value
            ) : (
              <PlainCode value={JSON.stringify(value) ?? t('common.none')} />
            )}
          </Field>
        ))}
      </Fields>
    </TechnicalPart>
  );
}

/** Each finding's code with its pointers into the JSON received, for reporting a fault to the marketplace. */
export function FindingPointers({ findings }: { findings: readonly Finding[] }) {
  const { t } = useI18n();
  if (findings.length === 0) return null;
  return (
    <TechnicalPart title={t('records.findings.places')}>
      <Fields>
        {findings.map(({ id, code, places }) => {
          const pointers = places.map(({ pointer }) => (pointer === '' ? '/' : pointer)).join(' ');
          return (
            <Field key={id} label={code} wide={pointers.length > 40}>
              <Code value={pointers} label={code} />
            </Field>
          );
        })}
      </Fields>
    </TechnicalPart>
  );
}
