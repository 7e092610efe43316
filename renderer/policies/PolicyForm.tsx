import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { isDefinedError } from '@orpc/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { create } from 'zustand';
import type { PolicyFields, RowProblem } from '#shared/contract/policies.ts';
import { type PolicyColumn, policyColumns } from '#shared/policy-terms.ts';
import { isScientific, oddIdentifiers } from '#shared/rules/policy-identifiers.ts';
import { useErrorMessage } from '../app/error-message.ts';
import { useKeys } from '../app/keys/keys.ts';
import { Link as RouteLink } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { notify } from '../app/snackbar.ts';
import { Box } from '../components/Box.tsx';
import { Form } from '../components/FormFields.tsx';
import { DetailHeader, ScrollRegion } from '../components/list/ListDetailLayout.tsx';
import { Typography } from '../components/Typography.tsx';
import { PolicyFormGroups } from './PolicyFormFields.tsx';
import { vehicleOf } from './PolicyState.tsx';
import { bookPath, policyPath } from './paths.ts';

type Props = {
  draftKey: DraftKey;
  fields: PolicyFields;
  /** The values in the book, or those that an empty form begins with. */
  saved: PolicyFields;
};

/** The form of a vehicle's fields; each field shows its own error. */
export function PolicyForm({ draftKey, fields, saved }: Props) {
  const { t } = useI18n();
  const { put, drop } = usePolicyDrafts();
  const [, go] = useLocation();
  const { save, pending, problems, refusal, forget } = useSavePolicy(draftKey);
  const isNew = draftKey === 'new';
  const vehicle = [fields.makeName, fields.modelName, fields.year].filter(Boolean).join(' ');
  const title = isNew ? t('policies.form.addTitle') : `${t('policies.form.editTitle')}: ${vehicle}`;
  const changed = policyColumns.some((column) => (fields[column] ?? '') !== (saved[column] ?? ''));
  const [isRight, setRight] = useState(true);
  const change = (changes: PolicyFields) => {
    put(draftKey, { ...fields, ...changes });
    forget(Object.keys(changes));
  };
  const discard = () => {
    drop(draftKey);
    if (isNew) go(bookPath);
  };
  const errorOf = (column: PolicyColumn) => {
    // Identifiers damaged by a spreadsheet are shown before they are saved.
    if (isIdentifier(column) && isScientific(fields[column] ?? '')) return t('policies.problem.scientific');
    const problem = problems.find((candidate) => candidate.column === column);
    return problem === undefined ? null : t(`policies.problem.${problem.code}`);
  };
  const [leftColumns, setLeftColumns] = useState<readonly PolicyColumn[]>([]);
  const oddOnes = oddFields(fields);
  /** Shown once the field is left, or where the book has the value already; not while it is being typed. */
  const warningOf = (column: PolicyColumn) => {
    const found = oddOnes.find((candidate) => candidate.column === column);
    const isShown = leftColumns.includes(column) || (saved[column] ?? '') === (fields[column] ?? '');
    return found === undefined || !isShown ? null : t(`policies.problem.${found.code}`);
  };
  const problemsOfPolicy = problems.filter(({ column }) => column === null);
  useKeys({ Escape: changed ? () => undefined : discard, e: () => undefined });
  return (
    <Form
      aria-label={title}
      onSubmit={() => {
        if (changed && isRight) save(fields);
      }}
      sx={{ display: 'contents' }}
    >
      <DetailHeader back={bookPath} sx={{ pb: 3.5, alignItems: 'center' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h1">{title}</Typography>
          <Typography variant="caption" component="p" role="status">
            {changed && !isNew ? t('policies.detail.draftKept') : isNew ? t('policies.form.addText') : ' '}
          </Typography>
        </Box>
        <Button onClick={discard}>{t(changed ? 'policies.form.discard' : 'common.cancel')}</Button>
        <Button type="submit" variant="contained" disabled={!changed || !isRight || pending}>
          {t('policies.form.save')}
        </Button>
      </DetailHeader>
      {refusal !== null && (
        <Refused>
          {refusal.code === 'notValid' && t('policies.form.notValid')}
          {refusal.code === 'other' && t('common.error.notDone', { why: refusal.text })}
          {refusal.code === 'alreadyThere' && (
            <>
              {t('policies.form.alreadyThere')}{' '}
              <Link component={RouteLink} href={policyPath(refusal.id)} underline="always">
                {t('policies.form.openThat')}
              </Link>
            </>
          )}
          {problemsOfPolicy.map(({ code }) => (
            <div key={code}>{t(`policies.problem.${code}`)}</div>
          ))}
        </Refused>
      )}
      <ScrollRegion label={title}>
        <PolicyFormGroups
          fields={fields}
          onChange={change}
          onCoverages={(coverages, areRight) => {
            setRight(areRight);
            change({ coverages });
          }}
          errorOf={errorOf}
          warningOf={warningOf}
          onLeave={(column) => setLeftColumns((old) => (old.includes(column) ? old : [...old, column]))}
        />
      </ScrollRegion>
    </Form>
  );
}

const isIdentifier = (column: PolicyColumn) =>
  column === 'insurancePolicyNumber' ||
  column === 'vin' ||
  column === 'companyTaxId' ||
  column === 'identification' ||
  column === 'phoneNumber';

/** Warnings of the shown identifiers: a company has no identification of a person. */
function oddFields(fields: PolicyFields) {
  const isCompany = fields.personTypeId === '1';
  return oddIdentifiers({
    vin: fields.vin,
    companyTaxId: isCompany ? fields.companyTaxId : '',
    identification: isCompany ? '' : fields.identification,
    identificationTypeId: fields.identificationTypeId ? Number(fields.identificationTypeId) : null,
  });
}

const Refused = ({ children }: { children: ReactNode }) => (
  <Box sx={{ pl: 6, pr: ({ perito }) => perito.gutter, pb: 4, flex: 'none' }}>
    <Alert severity="error">{children}</Alert>
  </Box>
);

type Refusal = { code: 'notValid' } | { code: 'alreadyThere'; id: number } | { code: 'other'; text: string };
type Answer = { problems: readonly RowProblem[]; refusal: Refusal | null };
const nothing: Answer = { problems: [], refusal: null };

/** Saves the form; gives its problems by column. */
function useSavePolicy(key: DraftKey) {
  const { t } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const errorMessage = useErrorMessage();
  const [, go] = useLocation();
  const drop = usePolicyDrafts((state) => state.drop);
  const [answer, setAnswer] = useState(nothing);
  const save = useMutation({
    ...api.policies.save.mutationOptions(),
    onSuccess: (saved) => {
      setAnswer(nothing);
      queries.setQueryData(api.policies.get.queryKey({ input: { id: saved.id } }), saved);
      void queries.invalidateQueries({ queryKey: api.policies.key() });
      drop(key);
      notify({ tone: 'done', text: t('policies.detail.saved', { vehicle: vehicleOf(saved) || saved.vin }) });
      if (saved.id !== key) go(policyPath(saved.id), { replace: true });
    },
    onError: (error) => {
      if (isDefinedError(error) && error.code === 'NOT_VALID')
        setAnswer({ problems: error.data.problems, refusal: { code: 'notValid' } });
      else if (isDefinedError(error) && error.code === 'ALREADY_THERE')
        setAnswer({ problems: [], refusal: { code: 'alreadyThere', id: error.data.id } });
      else setAnswer({ problems: [], refusal: { code: 'other', text: errorMessage(error) } });
    },
  });
  return {
    ...answer,
    pending: save.isPending,
    save: (fields: PolicyFields) => {
      if (!save.isPending) save.mutate(key === 'new' ? { fields } : { id: key, fields });
    },
    /** Clears the problems of fields that are being changed. */
    forget: (columns: readonly string[]) =>
      setAnswer((old) => ({
        ...old,
        problems: old.problems.filter(({ column }) => column === null || !columns.includes(column)),
      })),
  };
}

/** The key of a draft: the vehicle's id, or `new`. */
type DraftKey = number | 'new';

type Drafts = {
  drafts: Readonly<Partial<Record<string, PolicyFields>>>;
  put: (key: DraftKey, fields: PolicyFields) => void;
  drop: (key: DraftKey) => void;
};

/** Unsaved values of forms, kept while the window is open, so that leaving a form loses nothing. */
export const usePolicyDrafts = create<Drafts>((set) => ({
  drafts: {},
  put: (key, fields) => set(({ drafts }) => ({ drafts: { ...drafts, [key]: fields } })),
  drop: (key) =>
    set(({ drafts }) => {
      const { [key]: _, ...rest } = drafts;
      return { drafts: rest };
    }),
}));

export const useDraft = (key: DraftKey) => usePolicyDrafts((state) => state.drafts[key]);
