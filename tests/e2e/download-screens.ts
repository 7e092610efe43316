/** Files that cannot be fetched, each for another reason, and servers to decide about, for the pictures of their screens. */
import { vi } from 'vitest';
import { makeIncidentReport } from '../../main/simulator/index.ts';
import type { AttachmentProblemCode } from '../../shared/attachment-terms.ts';
import { sendReport } from '../files/reports.ts';
import { settled } from '../files/settled.ts';
import type { Perito } from './perito.ts';

/** Full addresses, and what is found wrong with each before anybody is called. */
const addresses: [name: string, address: string, problem: AttachmentProblemCode][] = [
  ['Frontal.jpg', 'https://fotos.taller-prueba.example/a/frontal.jpg?firma=1', 'hostNotApproved'],
  ['Lateral derecho.jpg', 'http://camaras.taller-prueba.example/lateral.jpg', 'hostNotApproved'],
  ['Trasera.jpg', 'https://fotos.taller-prueba.example:8443/trasera.jpg', 'hostNotApproved'],
  ['Motor.jpg', 'https://10.0.0.7/motor.jpg', 'addressNotPublic'],
  ['Chasis.jpg', 'ftp://archivos.taller-prueba.example/chasis.jpg', 'schemeNotAllowed'],
  ['Interior.jpg', 'https://usuario:clave@fotos.taller-prueba.example/interior.jpg', 'namesUser'],
  ['Placa.jpg', 'https://viejo.taller-prueba.example/placa.jpg', 'hostRefused'],
];

export async function fillDownloads(perito: Perito): Promise<{ name: string; path: string }[]> {
  const { client } = perito;
  await client.attachments.decideHost({ host: 'viejo.taller-prueba.example', decision: 'refused' });
  await client.attachments.decideHost({
    host: 'almacen.taller-prueba.example',
    decision: 'approved',
    allowHttp: true,
  });
  await client.attachments.decideHost({
    host: 'fotos.aseguradora-prueba.example:8443',
    decision: 'approved',
  });
  const body = makeIncidentReport({ seed: 91, index: 900, createdAt: new Date(), documents: 0 });
  const [sample] = body.attachmentsPictures ?? [];
  const attachmentsPictures = addresses.map(([originalFilename, fileFullPath], index) => ({
    ...sample,
    sequenceIndex: index + 1,
    incidentReportFormAttachmentId: 900_000 + index,
    originalFilename,
    // No other way to the file than the one that is wrong.
    baseUrl: '',
    filename: originalFilename,
    previewFilename: '',
    previewFullPath: '',
    fileFullPath,
  }));
  const recordId = await sendReport(perito, { ...body, attachmentsPictures });
  const all = await settled(perito, recordId, addresses.length, ({ problem }) => problem !== null);
  const ids = [...new Set(addresses.map(([, , problem]) => problem))].map((problem) => {
    const found = all.find((one) => one.problem?.code === problem);
    if (found === undefined) throw new Error(`nothing waits with ${problem}`);
    return { problem, id: found.id };
  });
  await client.attachments.check();
  await vi.waitFor(
    async () => {
      if ((await client.attachments.checked()).running) throw new Error('it is still being checked');
    },
    { timeout: 30_000 },
  );
  return [
    { name: 'downloads', path: '/downloads' },
    ...ids.map(({ problem, id }) => ({ name: `download-${problem}`, path: `/downloads/${id}` })),
    { name: 'download-gone', path: '/downloads/999999' },
    { name: 'settings-attachments', path: '/settings/attachments' },
  ];
}
