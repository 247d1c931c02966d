// Runs the tests of the desktop app in a real Electron, whose binary it fetches; on Linux without a desktop under Xvfb.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fetchElectron } from '../packaging/electron.ts'
import { ownTarget, root } from '../packaging/layout.ts'
import { PartMissing } from '../packaging/parts.ts'

function testApp(): number {
  fetchElectron(ownTarget())
  const test = [process.execPath, '--test', join(root, 'test', 'e2e', 'app.test.ts')]
  const { DISPLAY, WAYLAND_DISPLAY } = process.env
  const hasDesktop = process.platform !== 'linux' || DISPLAY !== undefined || WAYLAND_DISPLAY !== undefined
  const [program = '', ...words] = hasDesktop ? test : ['xvfb-run', '--auto-servernum', ...test]
  const { status, error } = spawnSync(program, words, { cwd: root, stdio: 'inherit' })
  if (error) throw new PartMissing(`${program} could not be started: ${error.message}`)
  return status ?? 1
}

try {
  process.exitCode = testApp()
} catch (error) {
  console.error(error instanceof PartMissing ? `The app was not tested: ${error.message}` : error)
  process.exitCode = 1
}
