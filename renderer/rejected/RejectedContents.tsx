import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RejectedRepeat, RejectedRow } from '#shared/contract/rejected.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi, useConnection } from '../app/queries.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { Section } from '../components/Fields.tsx';
import { SelectField } from '../components/FormFields.tsx';
import { RejectedBody } from './RejectedBody.tsx';

type Props = { row: RejectedRow & { repeats: readonly RejectedRepeat[] } };

/** Everything that a repeated delivery brought, where it was not the same each time, and the bytes of one of them. */
export function RejectedContents({ row }: Props) {
  const { t, format } = useI18n();
  const [chosen, setChosen] = useState('first');
  const repeat = row.repeats.find(({ id }) => String(id) === chosen);
  const timesOfFirst = row.repeats.reduce((left, { count }) => left - count, row.count);
  const label = (place: number, one: Pick<RejectedRepeat, 'path' | 'receivedBytes'>, count: number) =>
    t('rejected.detail.content', {
      place,
      path: one.path,
      size: format.bytes(one.receivedBytes),
      count,
    });
  return (
    <>
      <Section title={t('rejected.detail.contents')}>
        <Typography variant="body2" sx={{ mb: 3, maxWidth: 640 }}>
          {t('rejected.detail.contentsAbout')}
        </Typography>
        <SelectField
          label={t('rejected.detail.which')}
          value={chosen}
          options={[
            { value: 'first', label: label(1, row, timesOfFirst) },
            ...row.repeats.map((one, index) => ({
              value: String(one.id),
              label: label(index + 2, one, one.count),
            })),
          ]}
          onChange={setChosen}
        />
      </Section>
      {repeat === undefined ? (
        <FirstBody key="first" row={row} />
      ) : (
        <RepeatBody key={repeat.id} repeat={repeat} />
      )}
    </>
  );
}

/** The bytes that came first. */
export function FirstBody({ row }: { row: RejectedRow }) {
  const { client } = useConnection();
  return <RejectedBody kept={row} partFrom={(from) => client.rejected.body({ id: row.id, from })} />;
}

function RepeatBody({ repeat }: { repeat: RejectedRepeat }) {
  const api = useApi();
  const { client } = useConnection();
  const query = useQuery(api.rejected.repeatBody.queryOptions({ input: { id: repeat.id } }));
  if (query.data !== undefined) {
    const partFrom = (from: number) => client.rejected.repeatBody({ id: repeat.id, from });
    return <RejectedBody kept={{ ...repeat, body: query.data.bytes }} partFrom={partFrom} />;
  }
  return query.isError ? <ErrorState query={query} /> : null;
}
