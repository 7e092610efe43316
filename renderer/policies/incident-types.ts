import { type IncidentTypeName, incidentTypeNameOf, incidentTypeNames } from '#shared/policy-terms.ts';
import { useI18n } from '../app/locale/i18n.ts';

/** The `incidentTypeId` of a name (interface, "Incident type"). */
export const incidentTypeId = (name: IncidentTypeName): number => incidentTypeNames.indexOf(name) + 1;

/** An `incidentTypeId` in words. */
export function useIncidentTypeLabel() {
  const { t } = useI18n();
  return (id: number | null): string => {
    if (id === null) return t('policies.incidentType.none');
    const name = incidentTypeNameOf(id);
    return name === undefined
      ? t('policies.incidentType.unknown', { id })
      : t(`policies.incidentType.${name}`);
  };
}
