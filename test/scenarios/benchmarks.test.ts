import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe } from 'node:test'
import { promisify } from 'node:util'
import { root } from '../../build/packaging/layout.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { smokeEnd } from '../bench/smoke.ts'
import { fullestChromium } from '../support/chromium.ts'
import { it, itLong } from '../support/long.ts'

const run = promisify(execFile)
/** What a smoke run may take where the machine has much else to do, in milliseconds: a whole run takes longer. */
const timeout = 180_000
const noProc = process.platform !== 'linux' && 'it reads /proc'
/** Why some cannot run everywhere; false where they can. */
const missing: Readonly<Record<string, string | false>> = {
  'bench:search': noProc,
  'bench:start': noProc,
  'bench:web-ui': fullestChromium === undefined && 'there is no Chromium',
}
const scripts = Object.entries<string>(packageJson.scripts)

/** Runs a script of package.json with --smoke, on this Node. */
async function smoke(command: string): Promise<void> {
  const [, file] = /^node build\/scripts\/run\.mjs (?:--ui )?(\S+\.ts)$/.exec(command) ?? []
  assert.ok(file, command)
  const words = ['--disable-warning=ExperimentalWarning', join(root, file), '--smoke']
  const { stdout } = await run(process.execPath, words, { cwd: root, timeout })
  assert.ok(stdout.endsWith(`${smokeEnd}\n`), stdout)
}

// Half of each is waiting.
describe('With --smoke', { concurrency: 2 }, () => {
  for (const [name, command] of scripts.filter(([script]) => script.startsWith('bench:')))
    it(`npm run ${name} comes to its figures`, { skip: missing[name] ?? false }, () => smoke(command))

  // What they run is tried by other tests as well.
  for (const [name, command] of scripts.filter(([script]) => /^(calibrate|learn|try:model)$/.test(script)))
    itLong(`npm run ${name} comes to its figures`, () => smoke(command))
})
