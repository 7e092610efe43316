import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const macros = 'main/desktop/installer/installer.nsh';
const hasCompiler = spawnSync('makensis', ['-VERSION']).status === 0;

const settings = z.object({
  nsis: z.object({
    oneClick: z.boolean(),
    perMachine: z.boolean(),
    allowToChangeInstallationDirectory: z.boolean(),
    deleteAppDataOnUninstall: z.boolean(),
    include: z.string(),
  }),
});

test('nobody chooses the folder, which only an administrator writes, and data are left', () => {
  const { nsis } = settings.parse(parse(readFileSync(file('electron-builder.yml'), 'utf8')));
  expect(nsis).toEqual({
    ...{ oneClick: false, perMachine: true, allowToChangeInstallationDirectory: false },
    ...{ deleteAppDataOnUninstall: false, include: macros },
  });
});

/** Puts the macros where electron-builder's own script does. */
const script = `Unicode true
Name "Perito"
OutFile "perito.exe"
InstallDir "$PROGRAMFILES64\\Perito"
!define APP_EXECUTABLE_FILENAME "Perito.exe"
!include "${file(macros)}"
LoadLanguageFile "\${NSISDIR}\\Contrib\\Language files\\Spanish.nlf"
LoadLanguageFile "\${NSISDIR}\\Contrib\\Language files\\English.nlf"
Page instfiles
UninstPage instfiles
Function .onInit
  !insertmacro customInit
FunctionEnd
Function un.onInit
  !insertmacro customUnInit
FunctionEnd
Section "install"
  WriteUninstaller "$INSTDIR\\uninstall.exe"
  !insertmacro customInstall
SectionEnd
Section "Uninstall"
  !insertmacro customUnInstall
SectionEnd
`;

test.skipIf(!hasCompiler)('the script is one that NSIS takes, with no warning (needs makensis)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'perito-nsis-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'setup.nsi'), script);
  const { status, stdout } = spawnSync('makensis', ['-WX', '-V2', join(folder, 'setup.nsi')], {
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([0, '']);
});

test('the rule of the firewall is for this program alone, is put once and goes with it', () => {
  const text = readFileSync(file(macros), 'utf8');
  const bodyOf = (name: string) =>
    new RegExp(`^!macro ${name}\\n([^]*?)^!macroend`, 'm').exec(text)?.[1] ?? '';
  const [removed, added] = [bodyOf('removeFirewallRule'), bodyOf('customInstall')];
  const program = `program="$INSTDIR\\\${APP_EXECUTABLE_FILENAME}"`;
  expect(removed).toContain(program);
  expect(added).toContain(program);
  expect(added.indexOf('removeFirewallRule')).toBeLessThan(added.indexOf('add rule'));
  expect(added).toContain('profile=private,domain');
  expect(bodyOf('customUnInstall')).toContain('!insertmacro removeFirewallRule');
  for (const name of ['customInit', 'customUnInit'])
    expect(bodyOf(name)).toContain('!insertmacro refuseProgramFolderWithData');
});
