import { useDraft } from './drafts.ts';
import { PolicyForm } from './PolicyForm.tsx';

/** What a new vehicle begins with. */
const blank = { personTypeId: '2', identificationTypeId: '2', excluded: 'false', premiumUnpaid: 'false' };

/** A vehicle that is written by hand. */
export function AddPolicy() {
  const draft = useDraft('new');
  return <PolicyForm draftKey="new" fields={draft ?? blank} kept={blank} />;
}
