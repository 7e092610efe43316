/** Starts that are refused before anything is opened, each with a box that says why. */
import { app, dialog } from 'electron';
import type { BilingualText } from '../shell/plain-page.ts';
import { systemLocale } from './locale.ts';

export type StartRefusal =
  /** Pages would show hostile files with no sandbox around them. */
  | { why: 'noSandbox' }
  /** `--data` stands without a folder: the usual data would be opened in its place. */
  | { why: 'noFolder' }
  /** An office was named, and a data directory too: an office's data are its own. */
  | { why: 'officeAndData' }
  /** `--office` stands without an address, or with none of a console's. */
  | { why: 'noOffice' }
  /** An office is reached over HTTPS alone. */
  | { why: 'officeNotSecure' }
  /** Neither the data directory nor the system's place for a program's files can be written. */
  | { why: 'notWritable'; detail: string }
  /** The data directory is used by a Perito on another computer. */
  | { why: 'otherComputer'; detail: string };

/** Says it on the standard error and in a box, and ends with 1. Before the app is ready Linux shows no box. */
export async function refuseStart(refusal: StartRefusal): Promise<void> {
  await app.whenReady();
  const text = refusalText(refusal, systemLocale() === 'en');
  process.stderr.write(`${text}\n`);
  dialog.showErrorBox('Perito', text);
  app.exit(1);
}

export function refusalText(refusal: StartRefusal, isEnglish: boolean): string {
  const text = texts[refusal.why][isEnglish ? 'en' : 'es'];
  const detail = 'detail' in refusal ? refusal.detail : '';
  return detail === '' ? text : `${text}\n\n${isEnglish ? 'Technical detail' : 'Detalle técnico'}: ${detail}`;
}

const texts: Readonly<Record<StartRefusal['why'], BilingualText>> = {
  noSandbox: {
    es: 'Perito no abre sin el aislamiento que protege este equipo de fotos y documentos dañinos, y aquí arrancó con --no-sandbox. En Linux instale el paquete .deb, que trae el permiso que hace falta; si usa el AppImage, ábralo sin esa opción.',
    en: 'Perito does not open without the sandbox that protects this computer from harmful photos and documents, and here it was started with --no-sandbox. On Linux install the .deb package, which brings the permission that is needed; with the AppImage, open it without that option.',
  },
  noFolder: {
    es: 'Perito se abrió con --data y sin decir la carpeta. Escriba --data=CARPETA, o quite la opción para usar los datos de siempre. No se abrió nada.',
    en: 'Perito was opened with --data and no folder. Write --data=FOLDER, or leave it out to use the usual data. Nothing was opened.',
  },
  officeAndData: {
    es: 'Perito se abrió con --office y con --data. Los datos de una oficina están en la computadora de la oficina: deje una sola de las dos opciones. No se abrió nada.',
    en: "Perito was opened with --office and with --data. The data of an office lie at the office's computer: leave one of the two options. Nothing was opened.",
  },
  noOffice: {
    es: 'Perito se abrió con --office y sin una dirección que sirva. Escriba --office=https://NOMBRE:8651, sin nada detrás. No se abrió nada.',
    en: 'Perito was opened with --office and no address that it can use. Write --office=https://NAME:8651, with nothing behind it. Nothing was opened.',
  },
  officeNotSecure: {
    es: 'Perito entra a una oficina solo por https: sin cifrar, cualquiera en la red podría leerlo todo y entrar. Escriba --office=https://NOMBRE:8651. No se abrió nada.',
    en: 'Perito reaches an office over https alone: in clear, anybody on the network could read everything and sign in. Write --office=https://NAME:8651. Nothing was opened.',
  },
  notWritable: {
    es: 'Perito no puede escribir ni en la carpeta de sus datos ni en la que el sistema da a los programas. Revise los permisos de las dos y que el disco tenga espacio, y ábralo otra vez.',
    en: 'Perito can write neither in the folder of its data nor in the one that the system gives to programs. Look at the rights of both and that the disk has room, and open it again.',
  },
  otherComputer: {
    es: 'Un Perito en otra computadora ya trabaja con estos datos. Ciérrelo allí antes de abrirlo aquí.',
    en: 'A Perito on another computer works on this data already. Close it there before you open it here.',
  },
};
