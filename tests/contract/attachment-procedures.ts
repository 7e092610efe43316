/** The room of attachments: what is named, waits for a host, and stands beside it; no host of this office answers. */
import { safe } from '@orpc/client';
import { expect } from 'vitest';
import { makeIncidentReport } from '../../main/simulator/index.ts';
import type { Attachment } from '../../shared/contract/attachments.ts';
import type { Opened } from './both-ways.ts';
import { defined, definedErrorOf } from './defined-error.ts';
import type { Scenario } from './procedures.ts';

/** A host that no sample data names, so that only this room's report waits for it. */
const host = 'fotos.prueba.example';

/** The photos of this room's report, which the first scenario sends; each in state `state`. */
async function photos({ client }: Opened, state: Attachment['state']): Promise<Attachment[]> {
  for await (const _ of await client.changes()) {
    const { rows } = await client.records.list({ kind: 'incidentReport', limit: 1 });
    const recordId = rows[0]?.id;
    if (recordId === undefined) continue;
    const all = (await client.attachments.list({ recordId })).filter((one) => one.host === host);
    if (all.length === 2 && all.every((one) => one.state === state)) return all;
  }
  throw new Error('the stream ended');
}

const first = async (office: Opened, state: Attachment['state']): Promise<Attachment> => {
  const [photo] = await photos(office, state);
  if (photo === undefined) throw new Error('there is no photo');
  return photo;
};

let annotationId = 0;

export const attachmentProcedures: Record<string, Scenario> = {
  'attachments.list': {
    invalid: [{}, { recordId: 0 }, { recordId: 1, revision: 0 }],
    async behaves(office) {
      const { client, marketplace } = office;
      const named = [1, 2].map((place) => ({
        sequenceIndex: place,
        incidentReportFormAttachmentId: 70 + place,
        incidentDocumentTypeId: 1,
        incidentDocumentTypeName: 'Frontal',
        originalFilename: `IMG_${place}.jpg`,
        hasPreview: false,
        contentType: 'image/jpeg',
        filename: `${place}.jpg`,
        previewFilename: '',
        baseUrl: `https://${host}/fotos`,
        fileFullPath: '',
        previewFullPath: '',
      }));
      await marketplace.sendIncidentReport({
        ...makeIncidentReport({ seed: 7, index: 900, createdAt: new Date() }),
        incidentReportFormId: 77_001,
        attachmentsPictures: named,
        attachmentsDocuments: [],
      });
      const [photo] = await photos(office, 'awaitingApproval');
      expect(photo).toMatchObject({
        role: 'picture',
        filename: 'IMG_1.jpg',
        address: `https://${host}/fotos/1.jpg`,
        addressSource: 'baseUrlAndFilename',
        problem: { code: 'hostNotApproved', detail: host },
        content: null,
      });
      expect(await client.attachments.list({ recordId: 999_999 })).toEqual([]);
    },
  },
  'attachments.get': {
    invalid: [{}, { id: 'x' }],
    async behaves(office) {
      const { id } = await first(office, 'awaitingApproval');
      const found = await office.client.attachments.get({ id });
      expect(found).toMatchObject({
        id,
        annotations: [],
        similarPhotos: [],
        record: { kind: 'incidentReport' },
      });
      expect(await definedErrorOf(office.client.attachments.get({ id: 999_999 }))).toEqual(
        defined('NOT_FOUND'),
      );
    },
  },
  'attachments.downloads': {
    invalid: [],
    async behaves({ client }) {
      const found = await client.attachments.downloads();
      expect(found).toMatchObject({ paused: false, diskLow: false, active: [] });
      expect(found.counts.awaitingApproval).toBeGreaterThanOrEqual(2);
    },
  },
  'attachments.waiting': {
    invalid: [{ state: 'stored' }, { limit: 0 }],
    async behaves({ client }) {
      const { rows, nextCursor } = await client.attachments.waiting({ state: 'awaitingApproval', limit: 1 });
      expect(rows[0]).toMatchObject({ host, filename: 'IMG_2.jpg', record: { kind: 'incidentReport' } });
      const next = await client.attachments.waiting({ limit: 1, ...(nextCursor && { cursor: nextCursor }) });
      expect(next.rows[0]).toMatchObject({ filename: 'IMG_1.jpg' });
      expect((await client.attachments.waiting({ state: 'downloading' })).total).toBe(0);
    },
  },
  'attachments.retry': {
    invalid: [{}, { all: 'stored' }, { id: 0 }],
    async behaves(office) {
      // Nothing is tried at a host that nobody approved.
      const { id, recordId } = await first(office, 'awaitingApproval');
      for (const wanted of [{ id }, { recordId }, { all: 'failed' as const }]) {
        expect(await office.client.attachments.retry(wanted)).toEqual({ count: 0 });
      }
    },
  },
  'attachments.setPaused': {
    invalid: [{}, { paused: 'yes' }],
    async behaves({ client }) {
      expect(await client.attachments.setPaused({ paused: true })).toMatchObject({ paused: true });
      expect((await client.settings.get()).attachments.paused).toBe(true);
      expect(await client.attachments.setPaused({ paused: false })).toMatchObject({ paused: false });
    },
  },
  'attachments.hosts': {
    invalid: [],
    async behaves({ client }) {
      const found = (await client.attachments.hosts()).find((one) => one.host === host);
      const example = `https://${host}/fotos/1.jpg`;
      expect(found).toMatchObject({
        decision: 'pending',
        waiting: 2,
        needsHttp: false,
        fromCommandLine: false,
        example,
      });
    },
  },
  'attachments.decideHost': {
    invalid: [{}, { host: '', decision: 'approved' }, { host, decision: 'yes' }],
    async behaves(office) {
      const { client } = office;
      const decided = await client.attachments.decideHost({ host: host.toUpperCase(), decision: 'refused' });
      expect(decided.find((one) => one.host === host)).toMatchObject({
        decision: 'refused',
        decidedBy: 'Ana Prueba',
      });
      await photos(office, 'refused');
      await client.attachments.decideHost({ host, decision: 'pending' });
      await photos(office, 'awaitingApproval');
      // Another port is another host: nothing that waits for this one moves.
      await client.attachments.decideHost({ host: `${host}:8443`, decision: 'refused' });
      const both = await client.attachments.decideHost({
        host: `${host.toUpperCase()}:443`,
        decision: 'pending',
      });
      expect(both.filter((one) => one.host.startsWith(host))).toMatchObject([
        { host, decision: 'pending', waiting: 2 },
        { host: `${host}:8443`, decision: 'refused', waiting: 0 },
      ]);
      await photos(office, 'awaitingApproval');
      await client.attachments.decideHost({ host: `${host}:8443`, decision: 'pending' });
      for (const name of [
        'https://otro.example',
        'otro.example:0',
        'otro.example:70000',
        'a b',
        'otro.example/x',
      ]) {
        const { error } = await safe(client.attachments.decideHost({ host: name, decision: 'approved' }));
        expect(error).toMatchObject({ defined: true, code: 'NOT_A_HOST' });
      }
    },
  },
  'attachments.addAnnotation': {
    invalid: [{}, { attachmentId: 1, shape: { kind: 'point', x: 2, y: 0 }, text: '' }],
    async behaves(office) {
      const { client } = office;
      const { id } = await first(office, 'awaitingApproval');
      const shape = { kind: 'rectangle' as const, x: 0.1, y: 0.2, width: 0.3, height: 0.4 };
      const annotation = await client.attachments.addAnnotation({ attachmentId: id, shape, text: ' Golpe ' });
      expect(annotation).toMatchObject({ attachmentId: id, shape, text: 'Golpe', who: 'Ana Prueba' });
      annotationId = annotation.id;
      expect((await client.attachments.get({ id })).annotations).toEqual([annotation]);
      const nowhere = client.attachments.addAnnotation({ attachmentId: 999_999, shape, text: '' });
      expect(await definedErrorOf(nowhere)).toEqual(defined('NOT_FOUND'));
    },
  },
  'attachments.changeAnnotation': {
    invalid: [{}, { id: 1, text: 'x'.repeat(2001) }],
    async behaves({ client }) {
      expect(await client.attachments.changeAnnotation({ id: annotationId, text: 'Rayón' })).toMatchObject({
        text: 'Rayón',
      });
      const nowhere = client.attachments.changeAnnotation({ id: 999_999, text: '' });
      expect(await definedErrorOf(nowhere)).toEqual(defined('NOT_FOUND'));
    },
  },
  'attachments.removeAnnotation': {
    invalid: [{}, { id: 1, removed: 'yes' }],
    async behaves({ client }) {
      const { attachmentId } = await client.attachments.removeAnnotation({ id: annotationId });
      expect((await client.attachments.get({ id: attachmentId })).annotations).toEqual([]);
      await client.attachments.removeAnnotation({ id: annotationId, removed: false });
      expect((await client.attachments.get({ id: attachmentId })).annotationCount).toBe(1);
      const nowhere = client.attachments.removeAnnotation({ id: 999_999 });
      expect(await definedErrorOf(nowhere)).toEqual(defined('NOT_FOUND'));
    },
  },
  'attachments.check': {
    invalid: [],
    async behaves({ client }) {
      expect(await client.attachments.check()).toMatchObject({ running: true, checked: 0 });
      for await (const _ of await client.changes()) {
        if (!(await client.attachments.checked()).running) break;
      }
    },
  },
  'attachments.checked': {
    invalid: [],
    async behaves({ client }) {
      expect(await client.attachments.checked()).toMatchObject({
        running: false,
        damaged: 0,
        missing: 0,
        orphans: 0,
        aside: 0,
      });
    },
  },
};
