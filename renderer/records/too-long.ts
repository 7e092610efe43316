import type { RecordDetail } from '#shared/contract/records.ts';

/** Whether a list of the body was too long to be read, so that what is shown of it is nothing though it came. */
export const isTooLong = ({ findings }: Pick<RecordDetail, 'findings'>, pointer: string): boolean =>
  findings.some(
    ({ code, places }) => code === 'wire.tooLong' && places.some((place) => place.pointer === pointer),
  );
