/** Says that the app brings no packages of its own: all it needs is bundled, and nothing is compiled for Electron. */
export function beforeBuild(): boolean {
  return false
}
