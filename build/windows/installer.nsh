!define POWERSHELL '"$SYSDIR\WindowsPowerShell\v1.0\powershell.exe" -NoProfile -NonInteractive -ExecutionPolicy Bypass -File'

; Runs one of the scripts beside this file with what it wants to know.
!macro runScript NAME WORDS
  InitPluginsDir
  File "/oname=$PLUGINSDIR\${NAME}" "${BUILD_RESOURCES_DIR}\windows\${NAME}"
  nsExec::Exec `${POWERSHELL} "$PLUGINSDIR\${NAME}" ${WORDS}`
  Pop $0
!macroend

; Tells the programs that run that the PATH is another.
!macro announcePath
  SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=2000
!macroend

; Before files are put in place or taken away, also where only the daemon runs.
!macro customCheckAppRunning
  !insertmacro runScript stop.ps1 `-Folder "$INSTDIR"`
!macroend

!macro customInstall
  !insertmacro runScript path.ps1 `-Folder "$INSTDIR\resources\cli"`
  !insertmacro announcePath
!macroend

!macro customUnInstall
  ${IfNot} ${isUpdated}
    !insertmacro runScript path.ps1 `-Folder "$INSTDIR\resources\cli" -Remove`
    !insertmacro announcePath
    ; What the app has asked the system for by itself: its addresses, and to start with the computer.
    DeleteRegKey HKCU "Software\Classes\companion"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"
  ${EndIf}
!macroend
