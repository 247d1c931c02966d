import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../../build/packaging/layout.ts'
import { ownFolder, ownModel } from '../../support/memory/embedding.ts'
import { daemonProgram } from '../../support/programs.ts'

const damages = {
  'is missing': (file: string) => rmSync(file),
  'is cut': (file: string) => truncateSync(file, 5_000_000),
  'is noise': (file: string) => writeFileSync(file, Buffer.alloc(12_416_591, 0xa5)),
}
type Damage = keyof typeof damages

/** A copy of a program with models of its own, which can be damaged without any other program noticing. */
export interface OwnModel {
  /** The script of the daemon. */
  readonly script: string
  readonly damages: readonly Damage[]
  readonly damage: (how: Damage) => void
  readonly mend: () => void
}

/** Copies the bundled daemon to `folder`, as a program that brings its models; null where there is no bundle. */
export function copyProgram(folder: string): OwnModel | null {
  if (!process.env['COMPANION_TEST_PROGRAMS']) return null
  for (const name of readdirSync(root))
    if (name !== 'models' && name !== 'dist' && !name.startsWith('.'))
      symlinkSync(join(root, name), join(folder, name))
  rmSync(join(folder, 'package.json'))
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  cpSync(ownFolder, join(folder, 'models'), { recursive: true })
  mkdirSync(join(folder, 'dist'))
  symlinkSync(join(root, 'dist', 'ui'), join(folder, 'dist', 'ui'))
  cpSync(dirname(daemonProgram), join(folder, 'dist', 'daemon'), { recursive: true })
  const name = join(ownModel, 'model_int8.onnx')
  const file = join(folder, 'models', name)
  return {
    script: join(folder, 'dist', 'daemon', 'daemon.mjs'),
    damages: Object.keys(damages) as Damage[],
    damage: (how) => damages[how](file),
    mend: () => cpSync(join(ownFolder, name), file),
  }
}
