import { useCallback } from 'react';
import {
  createdStatus,
  documentTypes,
  entityTypes,
  isCreditNote,
} from '#shared/marketplace/financial-document.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useReferenceNames } from '../app/reference-names.ts';

type Typed = {
  documentTypeId: number | null;
  documentTypeName?: string | null;
  entityTypeId: number | null;
  entityTypeName?: string | null;
};

/** "Factura de suplidor": what it is and of whom, by the interface's ids, else by the names that came, else the ids. */
export function useDocumentText(): (document: Typed) => string | null {
  const { t } = useI18n();
  const nameOf = useReferenceNames();
  return useCallback(
    (document) => {
      const { documentTypeId, entityTypeId } = document;
      const type =
        documentTypeId === documentTypes.invoice
          ? t('documents.type.invoice')
          : isCreditNote(document)
            ? t('documents.type.creditNote')
            : nameOf(null, documentTypeId, document.documentTypeName);
      const entity =
        entityTypeId === entityTypes.supplier
          ? t('documents.entity.supplier')
          : entityTypeId === entityTypes.workshop
            ? t('documents.entity.workshop')
            : nameOf(null, entityTypeId, document.entityTypeName);
      return type === null || entity === null ? (type ?? entity) : t('documents.what', { type, entity });
    },
    [t, nameOf],
  );
}

/** The document's state: its only documented one in our words, else the name that came, else the id. */
export function useDocumentStatus(): (id: number | null, name: string | null) => string | null {
  const { t } = useI18n();
  const nameOf = useReferenceNames();
  return useCallback(
    (id, name) => (id === createdStatus ? t('documents.status.created') : nameOf(null, id, name)),
    [t, nameOf],
  );
}
