import { useCallback } from 'react';
import type { IncidentAttachment } from '#shared/marketplace/incident-report.ts';

import { useWords } from '../app/locale/i18n.ts';
import { useReferenceNames } from '../app/reference-names.ts';

type Typed = Pick<IncidentAttachment, 'incidentDocumentTypeId' | 'incidentDocumentTypeName'>;

/** What a photograph or document is of, in the marketplace's word; its type's id where the word did not come. */
export function useDocumentType(): (attachment: Typed) => string {
  const { t } = useWords();
  const nameOf = useReferenceNames();
  return useCallback(
    (attachment) =>
      nameOf(null, attachment.incidentDocumentTypeId, attachment.incidentDocumentTypeName) ??
      t('incidents.photos.noType'),
    [nameOf, t],
  );
}
