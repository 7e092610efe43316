/** Stories about photographs and papers: what their server answers, and what they have in common. */
import { unapprovedHost, withBehaviours } from '../files/index.ts';
import type { AttachmentBody } from '../incident-attachments.ts';
import { editedPicture, pictureAt, samePicture, withPicturesOf } from '../reused-pictures.ts';
import { openClaimFile } from './claim-file.ts';
import type { ScenarioContext, Story } from './story.ts';

/** Another claim's report, some of whose pictures come from the first one's. */
async function withOthersPictures(
  { marketplace }: ScenarioContext,
  change: (own: AttachmentBody, other: AttachmentBody) => AttachmentBody,
): Promise<string> {
  const { drafts } = marketplace;
  const first = await openClaimFile(marketplace).report({ category: 'intermediary', pictures: 8 });
  const { claim } = openClaimFile(marketplace);
  const report = drafts.incidentReport({ claim, category: 'insured', pictures: 7 });
  const others = first.attachmentsPictures.slice(0, 2);
  await marketplace.sendIncidentReport(withPicturesOf(report, others, change));
  return claim.claimNumber;
}

export const fileStories = {
  samePhoto: {
    title: { es: 'La misma foto en otro reporte', en: 'The same photo in another report' },
    findings: [],
    findingsOfFiles: ['photo.same'],
    tell: (teller) => withOthersPictures(teller, samePicture),
  },
  editedPhoto: {
    title: { es: 'Una foto de otro reporte, recortada', en: "Another report's photo, cropped" },
    findings: [],
    findingsOfFiles: ['photo.similar'],
    tell: (teller) => withOthersPictures(teller, editedPicture),
  },
  filesElsewhere: {
    title: { es: 'Fotos en un servidor sin aprobar', en: 'Photos at a host that nobody approved' },
    findings: [],
    async tell({ marketplace }) {
      const { claim } = openClaimFile(marketplace);
      const report = marketplace.drafts.incidentReport({ claim, pictures: 6 });
      const [first, second] = report.attachmentsPictures;
      const others = [first, second].filter((picture) => picture !== undefined);
      await marketplace.sendIncidentReport(
        withPicturesOf(report, others, (own) => pictureAt(unapprovedHost, own)),
      );
      return claim.claimNumber;
    },
  },
  troubledFiles: {
    title: {
      es: 'Archivos que fallan o no son lo que dicen',
      en: 'Files that fail or are not what they say',
    },
    findings: [],
    async tell({ marketplace }) {
      const { claim } = openClaimFile(marketplace);
      const report = marketplace.drafts.incidentReport({ claim, pictures: 6, documents: 1 });
      const filesUrl = report.attachmentsPictures[0]?.baseUrl.replace(/\/incidentes\/\d+$/, '') ?? '';
      await marketplace.sendIncidentReport(
        withBehaviours(report, filesUrl, [
          'status.404',
          'failFirst.1',
          'closedEarly',
          'truncatedJpeg',
          'htmlAsJpeg',
          'pngAsJpeg',
          'webp',
          'textAsPdf',
        ]),
      );
      return claim.claimNumber;
    },
  },
} satisfies Record<string, Story>;
