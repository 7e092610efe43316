/** Bytes that are not what they are said to be. */
import { crc32, deflateSync } from 'node:zlib';
import { Transformer } from '@napi-rs/image';
import { openPdf } from '../papers/pdf.ts';
import { withExif } from '../photos/exif.ts';
import { type Answering, type FileBehaviour, mediaTypes, send } from './forms.ts';

const bytes = (
  make: (answering: Answering) => Buffer | string | Promise<Buffer>,
  ending: FileBehaviour['ending'] = 'jpg',
) => ({
  ending,
  answer: async (answering: Answering) => send(answering.response, await make(answering), mediaTypes[ending]),
});

const script = '<script>document.title = "prueba"; fetch("/rpc/status")</script>';

export const contentBehaviours = {
  empty: { says: 'A file of no bytes.', ...bytes(() => '') },
  htmlAsJpeg: {
    says: 'A page named .jpg.',
    ...bytes(() => `<!doctype html><title>Entrar</title>${script}<p>Inicie sesión.</p>`),
  },
  svgAsJpeg: {
    says: 'An SVG with a script, named .jpg.',
    ...bytes(
      () =>
        `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)" width="9" height="9">${script}</svg>`,
    ),
  },
  gifAndScript: {
    says: 'A GIF that is a JavaScript as well.',
    ...bytes(() => Buffer.concat([gif(), Buffer.from('*/=1;document.title="prueba"//')])),
  },
  jpegAndZip: {
    says: 'A JPEG with a ZIP archive behind it.',
    ...bytes(async ({ photo }) => Buffer.concat([await photo(), zip()])),
  },
  pdfAndHtml: {
    says: 'A PDF that is a page as well.',
    ...bytes(
      () => Buffer.concat([Buffer.from(`<!doctype html>${script}\n`), onePage(), Buffer.from(`\n${script}`)]),
      'pdf',
    ),
  },
  pngBomb: {
    says: 'A PNG of a few hundred bytes that says 60,000 by 60,000.',
    ...bytes(() => png(60_000, 60_000)),
  },
  jpegBomb: {
    says: 'A JPEG that says 65,000 by 65,000.',
    ...bytes(async ({ photo }) => withSize(await photo(), 65_000, 65_000)),
  },
  truncatedJpeg: {
    says: 'The first half of a JPEG, with the length of the half.',
    ...bytes(async ({ photo }) => {
      const whole = await photo();
      return whole.subarray(0, Math.floor(whole.length / 2));
    }),
  },
  damagedJpeg: {
    says: 'A JPEG with bytes overwritten in its middle.',
    ...bytes(async ({ photo }) => {
      const whole = Buffer.from(await photo());
      return whole.fill(0xff, Math.floor(whole.length * 0.3), Math.floor(whole.length * 0.4));
    }),
  },
  pngAsJpeg: {
    says: 'A PNG named .jpg.',
    ...bytes(async ({ photo }) => new Transformer(await photo()).png()),
  },
  textAsPdf: {
    says: 'A text named .pdf.',
    ...bytes(() => 'Esto no es un PDF, sino un texto de prueba.\n', 'pdf'),
  },
  heic: {
    says: 'A file that begins as HEIC does, with nothing that could be decoded.',
    ...bytes(heicLike, 'heic'),
  },
  webp: {
    says: 'A WebP, as it says.',
    ...bytes(async ({ photo }) => new Transformer(await photo()).webp(75), 'webp'),
  },
  hostileExif: {
    says: 'EXIF with markup, a reversed text, control characters and a very long text.',
    ...bytes(async ({ photo }) =>
      withExif(await photo(), {
        make: '<img src=x onerror=alert(1)>',
        model: "'; DROP TABLE attachment; --\u202egpj.exe",
        software: `\u001b[31m${'largo '.repeat(2_000)}`,
        takenAt: '9999-99-99T99:99:99',
        zone: '+99:99',
        gps: { latitude: 4_000, longitude: -4_000 },
        orientation: 1,
      }),
    ),
  },
} satisfies Record<string, FileBehaviour>;

/** One pixel; its width is the beginning of a comment, for who reads it as JavaScript. */
const gif = () => Buffer.from('GIF89a/*\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;', 'latin1');

function onePage(): Buffer {
  const pdf = openPdf('Prueba');
  pdf.addPage().text(60, 80, 'DOCUMENTO DE PRUEBA', { size: 20, bold: true });
  return pdf.bytes();
}

/** An archive with one stored file. */
function zip(): Buffer {
  const name = Buffer.from('prueba.txt');
  const body = Buffer.from('prueba');
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(crc32(body), 0);
  sizes.writeUInt32LE(body.length, 4);
  sizes.writeUInt32LE(body.length, 8);
  sizes.writeUInt16LE(name.length, 12);
  const local = Buffer.concat([
    Buffer.from('504b03040a0000000000000000000000'.slice(0, 28), 'hex'),
    sizes,
    name,
    body,
  ]);
  const entry = Buffer.concat([
    Buffer.from('504b01020a000a00000000000000000000'.slice(0, 32), 'hex'),
    sizes,
    Buffer.alloc(14),
    name,
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, entry, end]);
}

function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const framed = Buffer.alloc(named.length + 8);
    framed.writeUInt32BE(data.length, 0);
    named.copy(framed, 4);
    framed.writeUInt32BE(crc32(named), named.length + 4);
    return framed;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((width + 1) * 4));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The JPEG with another size in its start of frame. */
function withSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  for (let at = 2; at + 9 < changed.length; at += 2 + changed.readUInt16BE(at + 2)) {
    const marker = changed.readUInt16BE(at);
    if (marker < 0xffc0 || marker > 0xffc2) continue;
    changed.writeUInt16BE(height, at + 5);
    changed.writeUInt16BE(width, at + 7);
    return changed;
  }
  throw new Error('the JPEG has no frame');
}

/** ISO 23008-12: an `ftyp` box of the brand `heic`, and a box of data that is none. */
function heicLike(): Buffer {
  const box = (type: string, data: Buffer) => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length + 8);
    return Buffer.concat([size, Buffer.from(type), data]);
  };
  return Buffer.concat([
    box('ftyp', Buffer.from('heic\0\0\0\0mif1heic')),
    box('mdat', Buffer.alloc(4_096, 0x3c)),
  ]);
}
