/**
 * Tells electron-builder that the app has no packages of its own: everything is bundled, and nothing is compiled for
 * Electron.
 */
export function beforeBuild(): boolean {
  return false
}
