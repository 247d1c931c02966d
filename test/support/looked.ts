import { mkdtempDisposableSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { after } from 'node:test'
import { checks, runChecks } from '../../daemon/features/operations/checks/checks.ts'
import type { CheckupRequest, Finding } from '../../daemon/kernel/offline/checkup.ts'
import { type Home, locateHome } from '../../daemon/kernel/home.ts'
import type { CheckName } from '../../daemon/language/checkup.ts'
import { folderOnDisk } from './disk.ts'
import { createMigratedHome } from './migrated.ts'

const folder = mkdtempDisposableSync(join(folderOnDisk(), 'companion-test-'))
after(() => folder.remove())

/** A home of its own with a migrated database, gone after the last test. */
export function freshHome(): Home {
  const home = locateHome({ COMPANION_HOME: join(folder.path, randomUUID()) })
  createMigratedHome(home)
  return home
}

/** A running daemon of which nothing bad is known. */
export const wellRunning = {
  started_at: new Date().toISOString(),
  servers: [],
  certificate: null,
  damaged_page: null,
  repaired: false,
}

/** Does one check of a home. */
export async function look(
  home: Home,
  check: CheckName,
  more: Partial<CheckupRequest> = {},
): Promise<readonly Finding[]> {
  const usual = { environment: {}, language: 'en', manifest: null, now: Date.now(), running: null } as const
  return runChecks({ home, ...usual, ...more }, { [check]: checks[check] })
}

/** What was found, without what it says of it. */
export const named = (findings: readonly Finding[]): string[] =>
  findings.map(({ level, finding }) => `${level} ${finding}`)
