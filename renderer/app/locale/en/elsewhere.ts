import type { elsewhere as spanish } from '../es/elsewhere.ts';
import type { Translated } from '../translated.ts';

export const elsewhere: Translated<typeof spanish> = {
  title: 'In other claims',
  about: 'what this claim file shares with others',
  reason: {
    photo: 'Photo',
    vin: 'The same chassis (VIN)',
    plate: 'The same plate',
    identity: 'The same Cédula',
    phone: 'The same telephone',
    policy: 'The same policy',
    insured: 'The same name of the insured, who may be another person',
  },
  samePhoto: 'The same photo',
  likePhoto: 'A very similar photo',
  compare: 'Compare',
  photos: 'Photos of this report, beside those of the claim',
  comparePhoto: 'Compare with those of this claim: {{caption}}',
  more_one: 'There are more; the newest is shown.',
  more_other: 'There are more; the newest {{count}} are shown.',
  openClaimFile: 'See its claim file: {{by}} {{value}}',
};
