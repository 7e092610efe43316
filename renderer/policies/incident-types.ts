import type { incidentTypes as wireIncidentTypes } from '#shared/marketplace/insurance-policy.ts';
import { useWords } from '../app/locale/i18n.ts';

/** Checked against the wire's by type, without taking its schemas into the bundle. */
export const incidentTypes: typeof wireIncidentTypes = {
  fire: 1,
  theft: 2,
  collision: 3,
  glass: 4,
  other: 5,
};
export const incidentTypeNames = ['fire', 'theft', 'collision', 'glass', 'other'] as const;
export type IncidentTypeName = (typeof incidentTypeNames)[number];

/** An `incidentTypeId` in words. */
export function useIncidentTypeWords() {
  const { t } = useWords();
  return (id: number | null): string => {
    if (id === null) return t('policies.incidentType.none');
    const name = incidentTypeNames.find((one) => incidentTypes[one] === id);
    return name === undefined
      ? t('policies.incidentType.unknown', { id })
      : t(`policies.incidentType.${name}`);
  };
}
