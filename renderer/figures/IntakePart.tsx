import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../app/queries.ts';
import { Answered, Shown } from './FigurePanel.tsx';
import type { FigureQuery } from './figure-query.ts';
import type { Figures } from './figures-of.ts';

/** What the engine is asked for. */
export type Asked = { from: string; until: string; party?: string; kind?: NonNullable<FigureQuery['kind']> };
export type OfPart = { asked: Asked; figures: Figures; filters: readonly string[] };

/** Figures of before stand until those of another period have come. */
export const kept = { placeholderData: keepPreviousData };

/** What arrived, by day or month and kind; of one party on its scorecard. */
export function IntakePart({ asked, figures, filters }: OfPart) {
  const query = useQuery({ ...useApi().figures.intake.queryOptions({ input: asked }), ...kept });
  return (
    <Answered query={query}>
      {(data) => (
        <Shown figure={figures.intake(data)} filters={filters} isEmpty={data.rows.every(isNothing)} />
      )}
    </Answered>
  );
}

const isNothing = (row: {
  purchaseOrder: number;
  serviceOrder: number;
  incidentReport: number;
  financialDocument: number;
}) => row.purchaseOrder + row.serviceOrder + row.incidentReport + row.financialDocument === 0;
