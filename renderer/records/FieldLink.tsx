import type { ComponentProps } from 'react';
import { Link } from 'wouter';
import type { RecordKind } from '#shared/terms.ts';
import { recordPath } from '../claims/paths.ts';
import { leadState } from './lead.ts';

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  record: { kind: RecordKind; id: number };
  /** Into its body. */
  pointer: string;
};

/** A link to a record that leads to a field of it. */
export function FieldLink({ record, pointer, ...rest }: Props) {
  return <Link href={recordPath(record.kind, record.id)} state={leadState(pointer)} {...rest} />;
}
