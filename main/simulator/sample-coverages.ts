/** Coverages as Dominican motor policies have them; the codes are sample codes. */

export interface SampleCoverage {
  code: string;
  name: string;
}

const fire = { code: 'INC', name: 'Incendio' };
const theft = { code: 'ROB', name: 'Robo' };
const collision = { code: 'COL', name: 'Colisión y vuelco' };
const glass = { code: 'CRI', name: 'Rotura de cristales' };
const comprehensive = { code: 'RCO', name: 'Riesgos comprensivos' };
const liability = { code: 'RC', name: 'Responsabilidad civil' };
const roadside = { code: 'AV', name: 'Asistencia vial' };

export const fullCoverage: readonly SampleCoverage[] = [
  liability,
  collision,
  fire,
  theft,
  glass,
  comprehensive,
  roadside,
];
/** What the law asks for, and a tow: covers no damage of the vehicle itself. */
export const liabilityOnly: readonly SampleCoverage[] = [liability, roadside];

/** The setting `coverageOfIncident` that fits the sample policy book. */
export const sampleCoverageOfIncident = {
  fire: [fire.code, comprehensive.code],
  theft: [theft.code],
  collision: [collision.code],
  glass: [glass.code, comprehensive.code],
  other: [comprehensive.code],
  none: [liability.code, roadside.code],
};
