import type { photoChecklist as spanish } from '../es/photo-checklist.ts';
import type { Translated } from '../translated.ts';

export const photoChecklist: Translated<typeof spanish> = {
  label: 'Required photos',
  missing_one: '{{count}} of {{asked}} required photos is missing',
  missing_other: '{{count}} of {{asked}} required photos are missing',
  unnamed_one: '{{count}} photo does not say what it shows: look at it before you ask for another.',
  unnamed_other: '{{count}} photos do not say what they show: look at them before you ask for others.',
  notThere: '{{view}}: missing',
  open: 'See the photo: {{view}}',
  ask: 'Copy text that asks for them',
  asked: 'Text copied: paste it into an e-mail or message',
  notCopied: 'The browser did not let the text be copied',
  text: 'Reporte {{number}}{{vehicle}}: para evaluar el incidente faltan estas fotos: {{views}}. Por favor, súbanlas al reporte en el marketplace.',
  view: {
    front: 'Front',
    rightSide: 'Right side',
    leftSide: 'Left side',
    rear: 'Rear',
    chassis: 'Chassis (VIN)',
    odometer: 'Dashboard and odometer',
    plate: 'Plate',
    damage: 'Damage',
    engine: 'Engine',
    interior: 'Interior',
    place: 'Place of the incident',
  },
  settings: {
    about:
      'The photos that a report should bring, by its type of incident. The report shows which are missing, with a text that asks for them. Nothing is blocked by it.',
    photo: 'Photo',
    asked: '{{view}}, at {{type}}',
  },
};
