// Bundles the programs of Companion into dist/bundle; with `--programs` those of a checkout, where they are not there yet.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { bundle, bundlePrograms } from '../packaging/bundles.ts'
import { bundles } from '../packaging/layout.ts'
import { programs, programsFolder } from './built.mjs'

/** How many states of the sources stay built, beside the newest: programs that still run may be of one of them. */
const maxOlder = 4

/** Builds aside and puts in place as a whole, as several commands may find at once that nothing is built. */
async function buildPrograms(): Promise<void> {
  const folder = programsFolder()
  if (existsSync(folder)) return
  mkdirSync(programs, { recursive: true })
  const aside = join(programs, `.${process.pid}`)
  await bundlePrograms(aside)
  try {
    renameSync(aside, folder)
  } catch (error) {
    rmSync(aside, { recursive: true })
    // Another command was faster.
    if (!existsSync(folder)) throw error
  }
  const age = (name: string) => statSync(join(programs, name)).mtimeMs
  const built = readdirSync(programs).filter((name) => !name.startsWith('.'))
  for (const name of built.toSorted((a, b) => age(b) - age(a)).slice(1 + maxOlder))
    rmSync(join(programs, name), { recursive: true, force: true })
}

if (process.argv.includes('--programs')) await buildPrograms()
else await bundle(bundles)
