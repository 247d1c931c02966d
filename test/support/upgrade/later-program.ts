import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempDisposableSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../../build/packaging/layout.ts'
import type { migrate } from '../../../daemon/store/migrate.ts'
import type { openVerifiedDatabase } from '../../../daemon/store/mirror/verified-database.ts'

/** What a later program opens a database with. */
interface LaterProgram {
  readonly migrate: typeof migrate
  readonly openVerifiedDatabase: typeof openVerifiedDatabase
}

const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
process.once('exit', () => folder.remove())

/** A later program: this one, with one migration more, to version 9999. */
export async function laterProgram(sql: string): Promise<LaterProgram> {
  const later = join(folder.path, randomUUID())
  for (const part of ['package.json', 'daemon/store', 'daemon/kernel'])
    cpSync(join(root, part), join(later, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(later, 'node_modules'), 'junction')
  writeFileSync(join(later, 'daemon', 'store', 'migrations', '9999-later.sql'), sql)
  const module = (name: string) => import(pathToFileURL(join(later, 'daemon', 'store', name)).href)
  const [{ migrate }, { openVerifiedDatabase }] = [
    await module('migrate.ts'),
    await module('mirror/verified-database.ts'),
  ]
  return { migrate, openVerifiedDatabase }
}
