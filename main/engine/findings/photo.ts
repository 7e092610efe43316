import type { IncidentReport } from '#shared/marketplace/incident-report.ts';
import { type Findings, shortText } from './finding.ts';

interface Other {
  attachmentId: number;
  recordId: number;
  number: string;
  filename: string;
}

/** A photograph of a report that other reports have too, the same or one that looks like it. */
interface PhotoFacts {
  attachmentId: number;
  filename: string;
  pointer: string;
  same: readonly Other[];
  similar: readonly (Other & { distance: number })[];
}

/** One finding a photograph and way: the first other report is named, the others are counted. */
export function* photoFindings(photos: readonly PhotoFacts[]): Findings {
  for (const photo of photos) {
    const { pointer } = photo;
    const [same] = photo.same;
    const [similar] = photo.similar;
    if (same !== undefined)
      yield { code: 'photo.same', pointer, parameters: parametersOf(photo, same, photo.same.length) };
    if (similar !== undefined) {
      const parameters = parametersOf(photo, similar, photo.similar.length);
      yield { code: 'photo.similar', pointer, parameters: { ...parameters, distance: similar.distance } };
    }
  }
}

function parametersOf(photo: PhotoFacts, other: Other, count: number) {
  return {
    filename: photo.filename,
    number: other.number,
    otherRecordId: other.recordId,
    otherFilename: other.filename,
    attachmentId: photo.attachmentId,
    otherAttachmentId: other.attachmentId,
    count,
  };
}

/** Pictures of a report with the `sequenceIndex` of one before them: which comes first is then not said. */
export function* pictureOrder({ attachmentsPictures: pictures }: IncidentReport): Findings {
  const byIndex = new Map<number, string>();
  for (const [index, { sequenceIndex, originalFilename, filename }] of pictures.entries()) {
    if (sequenceIndex === null) continue;
    const name = shortText(originalFilename) || shortText(filename) || `#${index + 1}`;
    const otherFilename = byIndex.get(sequenceIndex);
    if (otherFilename === undefined) byIndex.set(sequenceIndex, name);
    else
      yield {
        code: 'incident.samePosition',
        pointer: `/attachmentsPictures/${index}/sequenceIndex`,
        parameters: { value: sequenceIndex, filename: name, otherFilename },
      };
  }
}
