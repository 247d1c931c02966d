# Ends what runs from a folder: the app first, which would start its daemon again, and then all others.
param([Parameter(Mandatory)][string]$Folder)

$inside = { $_.Path -and $_.Path.StartsWith("$($Folder.TrimEnd('\'))\", 'OrdinalIgnoreCase') }
foreach ($name in 'Companion', 'node') {
  Get-Process -Name $name -ErrorAction SilentlyContinue | Where-Object $inside | Stop-Process -Force
}
