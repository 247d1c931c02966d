# Puts a folder at the end of the reader's PATH, or takes it out of there. What else is in it stays as it was written,
# also where it names other variables.
param([Parameter(Mandatory)][string]$Folder, [switch]$Remove)

$key = [Microsoft.Win32.Registry]::CurrentUser.OpenSubKey('Environment', $true)
$path = [string]$key.GetValue('Path', '', 'DoNotExpandEnvironmentNames')
$entries = @($path -split ';' | Where-Object { $_ -and $_.TrimEnd('\') -ne $Folder.TrimEnd('\') })
if (-not $Remove) { $entries += $Folder }
$key.SetValue('Path', ($entries -join ';'), 'ExpandString')
$key.Close()
