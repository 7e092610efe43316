import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AcknowledgementScope, Finding, RecordDetail, RecordRow } from '#shared/contract/records.ts';
import type { RecordContent } from '#shared/marketplace/record-content.ts';
import { useNotDone } from '../app/error-message.ts';
import { patchRows } from '../app/live/patch-records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { useMay } from '../app/read-only.tsx';
import { notify } from '../app/snackbar.ts';
import { Box } from '../components/Box.tsx';
import { Form, TextField } from '../components/FormFields.tsx';
import { Typography } from '../components/Typography.tsx';

type Props = { record: RecordDetail; finding: Finding; onDone: () => void };

/** Asks for the reason why a finding needs no action, and whether that holds for this record or for its party from then on. */
export function AcknowledgeForm({ record, finding, onDone }: Props) {
  const { t } = useI18n();
  const [reason, setReason] = useState('');
  const [scope, setScope] = useState<AcknowledgementScope>('record');
  const { acknowledge, isPending } = useAcknowledging(record);
  // What holds of all records of a party is a supervisor's.
  const mayForParty = useMay('supervisor');
  const party = partyOf(record.content);
  const hasParty = party.taxId !== null && /[1-9]/.test(party.taxId);
  const role = t(`records.findings.party.${party.role}`);
  const named = record.partyName === null || record.partyName === '' ? role : `${role} (${record.partyName})`;
  const send = () => {
    if (reason.trim() !== '' && !isPending) acknowledge(finding, scope, reason.trim(), onDone);
  };
  return (
    <Form
      aria-label={t('records.findings.acknowledge')}
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onDone();
      }}
      sx={{
        my: 2,
        ml: 5,
        pl: 3,
        borderLeft: 2,
        borderColor: 'lineStrong',
        display: 'grid',
        gap: 2,
        maxWidth: 640,
      }}
    >
      <TextField
        label={t('records.findings.reason')}
        placeholder={t('records.findings.reasonExample')}
        value={reason}
        onChange={setReason}
        rows={1}
        maxLength={1000}
        autoFocus
      />
      {mayForParty && (
        <RadioGroup
          aria-label={t('records.findings.scope')}
          value={scope}
          onChange={(_, value) => setScope(value === 'party' ? 'party' : 'record')}
          sx={{ gap: 2, '& > label': { alignItems: 'flex-start', mr: 0 }, '& .MuiRadio-root': { py: 0.25 } }}
        >
          <FormControlLabel
            value="record"
            control={<Radio size="small" />}
            label={
              <Choice title={t('records.findings.ofRecord')} about={t('records.findings.ofRecordAbout')} />
            }
          />
          <FormControlLabel
            value="party"
            disabled={!hasParty}
            control={<Radio size="small" />}
            label={
              <Choice
                title={t('records.findings.ofParty', { party: named })}
                about={t(hasParty ? 'records.findings.ofPartyAbout' : 'records.findings.noParty', {
                  taxId: party.taxId ?? '',
                })}
              />
            }
          />
        </RadioGroup>
      )}
      <Box sx={{ display: 'flex', gap: 2 }}>
        <Button type="submit" variant="contained" size="small" disabled={reason.trim() === '' || isPending}>
          {t('records.findings.acknowledge')}
        </Button>
        <Button size="small" onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </Box>
    </Form>
  );
}

function Choice({ title, about }: { title: string; about: string }) {
  return (
    <>
      <Typography variant="body2" component="span" sx={{ display: 'block' }}>
        {title}
      </Typography>
      <Typography variant="caption" component="span" sx={{ display: 'block' }}>
        {about}
      </Typography>
    </>
  );
}

/** The company on the other side, as the engine has it (`RecordRow.partyName`). */
function partyOf(content: RecordContent): {
  role: 'supplier' | 'workshop' | 'issuer';
  taxId: string | null;
} {
  switch (content.kind) {
    case 'purchaseOrder':
      return { role: 'supplier', taxId: content.order.supplierTaxId };
    case 'serviceOrder':
      return { role: 'workshop', taxId: content.order.workshopPersonTaxId };
    case 'incidentReport':
      return { role: 'workshop', taxId: content.report.workshopPerson?.personTaxId ?? null };
    case 'financialDocument':
      return { role: 'issuer', taxId: content.document.createdBy?.identification ?? null };
  }
}

/** Acknowledges findings of a record with a reason, or takes that back, and offers to undo. */
export function useAcknowledging(record: Pick<RecordRow, 'id'>) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useI18n();
  const settle = (row: RecordRow) => {
    patchRows([row], api, queries);
    void queries.invalidateQueries({ queryKey: api.records.get.key({ input: { id: row.id } }) });
    void queries.invalidateQueries({ queryKey: api.records.list.key({ type: 'query' }) });
    void queries.invalidateQueries({ queryKey: api.records.partyRules.key() });
    void queries.invalidateQueries({ queryKey: api.status.key() });
  };
  const onError = useNotDone();
  const take = useMutation({
    ...api.records.acknowledgeFinding.mutationOptions(),
    onSuccess: (done) => settle(done.record),
    onError,
  });
  const back = useMutation({
    ...api.records.withdrawAcknowledgement.mutationOptions(),
    onSuccess: settle,
    onError,
  });
  return {
    isPending: take.isPending || back.isPending,
    acknowledge(
      { code, pointer }: Finding,
      scope: AcknowledgementScope,
      reason: string,
      onDone: () => void,
    ): void {
      take.mutate(
        { recordId: record.id, code, pointer, scope, reason },
        {
          onSuccess: ({ id }) => {
            onDone();
            notify({
              tone: 'done',
              text: t('records.findings.nowAcknowledged'),
              undo: () => back.mutate({ id }),
            });
          },
        },
      );
    },
    withdraw(id: number): void {
      back.mutate(
        { id },
        { onSuccess: () => notify({ tone: 'done', text: t('records.findings.standsAgain') }) },
      );
    },
  };
}
