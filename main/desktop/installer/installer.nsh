; What Perito's installer for Windows does besides electron-builder's own, which inserts these macros.
; It installs for all accounts, into the folder of programs: a program that a port is opened for must not be one that any
; program of the account can replace.

!include "LogicLib.nsh"

; Sets $R0 to the folder of a Perito's data if that is the one of the program or lies in it, else to nothing.
!macro findDataInProgramFolder
  StrCpy $R0 ""
  ${If} ${FileExists} "$INSTDIR\installation.json"
    StrCpy $R0 "$INSTDIR"
  ${Else}
    ClearErrors
    FindFirst $R1 $R2 "$INSTDIR\*.*"
    ${DoUntil} ${Errors}
      ${If} $R2 != "."
      ${AndIf} $R2 != ".."
      ${AndIf} ${FileExists} "$INSTDIR\$R2\installation.json"
        StrCpy $R0 "$INSTDIR\$R2"
        ${ExitDo}
      ${EndIf}
      FindNext $R1 $R2
    ${Loop}
    FindClose $R1
    ClearErrors
  ${EndIf}
!macroend

; Ends with exit code 2 where the folder of the program holds data: it is removed whole when the program is removed or updated.
!macro refuseProgramFolderWithData
  !insertmacro findDataInProgramFolder
  ${If} $R0 != ""
    ${If} $LANGUAGE == 1033
      MessageBox MB_OK|MB_ICONSTOP "$R0 holds the data of Perito. They would be removed together with the program, so nothing was done. Close Perito, move that folder to another place, and try again." /SD IDOK
    ${Else}
      MessageBox MB_OK|MB_ICONSTOP "En $R0 están los datos de Perito. Se borrarían junto con el programa, así que no se hizo nada. Cierre Perito, mueva esa carpeta a otro lugar e inténtelo de nuevo." /SD IDOK
    ${EndIf}
    SetErrorLevel 2
    Quit
  ${EndIf}
!macroend

!macro removeFirewallRule
  nsExec::ExecToLog '"$SYSDIR\netsh.exe" advfirewall firewall delete rule name="Perito" program="$INSTDIR\${APP_EXECUTABLE_FILENAME}"'
  Pop $R0
!macroend

; Also where a folder is given by /D on the command line.
!macro customInit
  !insertmacro refuseProgramFolderWithData
!macroend

; By the program's path, as the port is chosen in Perito: in private networks and those of a domain, never in public ones.
; An update comes here too, so the rule before is removed first. Where Windows refuses it, the installation goes on:
; Perito's Connection screen says what the firewall needs.
!macro customInstall
  !insertmacro removeFirewallRule
  nsExec::ExecToLog '"$SYSDIR\netsh.exe" advfirewall firewall add rule name="Perito" dir=in action=allow protocol=TCP profile=private,domain program="$INSTDIR\${APP_EXECUTABLE_FILENAME}"'
  Pop $R0
!macroend

!macro customUnInit
  !insertmacro refuseProgramFolderWithData
!macroend

!macro customUnInstall
  !insertmacro removeFirewallRule
!macroend
