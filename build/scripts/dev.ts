// Runs the daemon from its sources: again whenever one of them changes, with pages built again when theirs do.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { root } from './built.mjs'

/** Changes that come closer together than this are of one saving, in milliseconds. */
const settlingMs = 200

const run = (...words: string[]) =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...words], { stdio: 'inherit' })

let building = false
let pending: NodeJS.Timeout | undefined
const buildPages = () => {
  // Whatever was changed meanwhile is built after it.
  if (building) return schedule()
  building = true
  const child = run(join(root, 'build', 'scripts', 'ui.ts'))
  return child.on('exit', () => {
    building = false
  })
}
const schedule = () => {
  clearTimeout(pending)
  pending = setTimeout(buildPages, settlingMs)
}
watch(join(root, 'daemon', 'ui'), { recursive: true }, schedule)

const daemon = run('--watch', join(root, 'daemon', 'start.ts'))
daemon.on('exit', (code) => process.exit(code ?? 0))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => daemon.kill(signal))
