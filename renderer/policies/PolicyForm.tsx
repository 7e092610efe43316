import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { Link as RouteLink, useLocation } from 'wouter';
import type { PolicyFields } from '#shared/contract/policies.ts';
import { type PolicyColumn, policyColumns } from '#shared/policy-terms.ts';
import { isScientific, oddIdentifiers } from '#shared/rules/policy-identifiers.ts';
import { useKeys } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { BackButton, Scroll } from '../components/list/ListDetailLayout.tsx';
import { type DraftKey, usePolicyDrafts } from './drafts.ts';
import { PolicyFormGroups } from './PolicyFormGroups.tsx';
import { bookPath, policyPath } from './paths.ts';
import { useSavePolicy } from './useSavePolicy.ts';

type Props = {
  draftKey: DraftKey;
  fields: PolicyFields;
  /** What is in the book, or what an empty form begins with. */
  kept: PolicyFields;
};

/** A vehicle's fields, to write; what is wrong with one is said beside it. */
export function PolicyForm({ draftKey, fields, kept }: Props) {
  const { t } = useI18n();
  const { put, drop } = usePolicyDrafts();
  const [, go] = useLocation();
  const { save, pending, problems, refusal, forget } = useSavePolicy(draftKey);
  const isNew = draftKey === 'new';
  const vehicle = [fields.makeName, fields.modelName, fields.year].filter(Boolean).join(' ');
  const title = isNew ? t('policies.form.addTitle') : `${t('policies.form.editTitle')}: ${vehicle}`;
  const changed = policyColumns.some((column) => (fields[column] ?? '') !== (kept[column] ?? ''));
  const [isRight, setRight] = useState(true);
  const change = (changes: PolicyFields) => {
    put(draftKey, { ...fields, ...changes });
    forget(Object.keys(changes));
  };
  const discard = () => {
    drop(draftKey);
    if (isNew) go(bookPath);
  };
  const wrong = (column: PolicyColumn) => {
    // What a sheet has made of a number is said before anybody saves it.
    if (isIdentifier(column) && isScientific(fields[column] ?? '')) return t('policies.problem.scientific');
    const problem = problems.find((one) => one.column === column);
    return problem === undefined ? null : t(`policies.problem.${problem.code}`);
  };
  const [left, setLeft] = useState<readonly PolicyColumn[]>([]);
  const oddOnes = oddFields(fields);
  /** Said once the field is left, or where it stands so in the book; while it is still being written it is not. */
  const odd = (column: PolicyColumn) => {
    const found = oddOnes.find((one) => one.column === column);
    const isSaid = left.includes(column) || (kept[column] ?? '') === (fields[column] ?? '');
    return found === undefined || !isSaid ? null : t(`policies.problem.${found.code}`);
  };
  const whole = problems.filter(({ column }) => column === null);
  useKeys({ Escape: changed ? () => undefined : discard, e: () => undefined });
  return (
    <Box
      component="form"
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        if (changed && isRight) save(fields);
      }}
      sx={{ display: 'contents' }}
    >
      <Box
        sx={{
          pl: 6,
          pr: ({ perito }) => perito.gutter,
          pt: 4,
          pb: 3.5,
          flex: 'none',
          display: 'flex',
          gap: 3,
          alignItems: 'center',
        }}
      >
        <BackButton href={bookPath} />
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
      </Box>
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
          {whole.map(({ code }) => (
            <div key={code}>{t(`policies.problem.${code}`)}</div>
          ))}
        </Refused>
      )}
      <Scroll label={title}>
        <PolicyFormGroups
          fields={fields}
          onChange={change}
          onCoverages={(coverages, areRight) => {
            setRight(areRight);
            change({ coverages });
          }}
          wrong={wrong}
          odd={odd}
          onLeave={(column) => setLeft((old) => (old.includes(column) ? old : [...old, column]))}
        />
      </Scroll>
    </Box>
  );
}

const isIdentifier = (column: PolicyColumn) =>
  column === 'insurancePolicyNumber' ||
  column === 'vin' ||
  column === 'companyTaxId' ||
  column === 'identification' ||
  column === 'phoneNumber';

/** What is odd about the identifiers that are asked for: a company has no identification of a person. */
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
