import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe } from 'node:test'
import { promisify } from 'node:util'
import { root } from '../../build/packaging/layout.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { smokeEnd } from '../bench/smoke.ts'
import { SmokeProcess } from '../bench/smoke-process.ts'
import { fullestChromium } from '../support/chromium.ts'
import { it, itLong } from '../support/long.ts'

const run = promisify(execFile)
/** What a smoke run may take where the machine has much else to do, in milliseconds: a whole run takes longer. */
const timeout = 180_000
const noProc = process.platform !== 'linux' && 'it reads /proc'
/** Why some cannot run everywhere; false where they can. */
const missing: Readonly<Record<string, string | false>> = {
  'bench:members': noProc,
  'bench:search': noProc,
  'bench:start': noProc,
  'bench:web-ui': fullestChromium === undefined && 'there is no Chromium',
}
const skip = (name: string) => missing[name] ?? false
const scripts = Object.entries<string>(packageJson.scripts)
const benchmarks = scripts.filter(([name]) => name.startsWith('bench:'))

/** The file that a script of package.json runs. */
function fileOf(command: string): string {
  const [, file] = /^node build\/scripts\/run\.mjs (?:--ui )?(\S+\.ts)$/.exec(command) ?? []
  assert.ok(file, command)
  return join(root, file)
}

/** Runs a script of package.json with --smoke, on this Node. */
async function smoke(command: string): Promise<void> {
  const words = ['--disable-warning=ExperimentalWarning', fileOf(command), '--smoke']
  // Whoever runs it has the daemon from its sources.
  const { COMPANION_TEST_PROGRAMS: _, ...env } = process.env
  const { stdout } = await run(process.execPath, words, { cwd: root, env, timeout })
  assert.ok(stdout.endsWith(`${smokeEnd}\n`), stdout)
}

describe('With --smoke', () => {
  const runs = new SmokeProcess()
  /** The one that counts calls in the sources: the others take the daemon as it ships, which loads in a third of the time. */
  const ofSources = 'bench:message-path'
  for (const [name, command] of benchmarks.filter(([one]) => one !== ofSources))
    it(`npm run ${name} comes to its figures`, { skip: skip(name), timeout }, async (t) =>
      assert.equal(await runs.run(fileOf(command), t.signal), null),
    )

  it('they leave nothing open that keeps a process from ending', { timeout }, async () =>
    assert.deepEqual(await runs.end(), { code: 0, complaints: '' }),
  )

  for (const [name, command] of benchmarks) {
    const own = name === ofSources ? it : itLong
    own(`npm run ${name} comes to its figures in a process of its own`, { skip: skip(name) }, () =>
      smoke(command),
    )
  }

  // What they run is tried by other tests as well.
  for (const [name, command] of scripts.filter(([script]) => /^(calibrate|learn|try:model)$/.test(script)))
    itLong(`npm run ${name} comes to its figures`, () => smoke(command))
})
