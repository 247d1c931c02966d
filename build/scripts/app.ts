// Bundles the desktop app and starts it, with the daemon of this checkout.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { bundle } from '../packaging/bundles.ts'
import { electronProgram } from '../packaging/electron.ts'
import { bundles, ownTarget } from '../packaging/layout.ts'

const program = electronProgram(ownTarget())
if (program === null) {
  console.error('Electron is not installed: `node node_modules/electron/install.js` fetches it.')
  process.exit(1)
}
await bundle(bundles)
const words = [join(bundles, 'app'), ...process.argv.slice(2)]
const env = { ...process.env, COMPANION_NODE: process.execPath }
const child = spawn(program, words, { stdio: 'inherit', env })
child.on('exit', (code) => process.exit(code ?? 1))
