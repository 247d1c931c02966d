import { existsSync, statSync } from 'node:fs'
import type { CheckupRequest, Finding } from '../../../kernel/offline/checkup.ts'
import { loadConfig } from '../../../kernel/config.ts'
import { languageFrom } from '../../../language/codes.ts'
import { type CheckName, checkupWording } from '../../../language/checkup.ts'
import { type Check, type CheckFinding, isLockedHome, type Look, reasonOf } from './look.ts'

/** How long one check may take, in milliseconds: a disk that hangs must not hold up the others. */
const checkTimeoutMs = 45_000

/** Every check, in the order in which it is told of; each is loaded by itself, so that what one stands on stops no other. */
export const checks: Readonly<Record<CheckName, () => Promise<Check>>> = {
  home: async () => (await import('./home.ts')).checkHome,
  encryption: async () => (await import('./home.ts')).checkEncryption,
  rights: async () => (await import('./home.ts')).checkRights,
  filesystem: async () => (await import('./home.ts')).checkFilesystem,
  disk: async () => (await import('./home.ts')).checkDisk,
  settings: async () => (await import('./program.ts')).checkSettings,
  clock: async () => (await import('./clock.ts')).checkClock,
  program: async () => (await import('./program.ts')).checkProgram,
  database: async () => (await import('./database.ts')).checkDatabase,
  second_copy: async () => (await import('./database.ts')).checkSecondCopy,
  search: async () => (await import('./database.ts')).checkSearch,
  embedding: async () => (await import('./models.ts')).checkEmbedding,
  engine: async () => (await import('./models.ts')).checkEngine,
  certificates: async () => (await import('./certificates.ts')).checkCertificates,
  backups: async () => (await import('./backups.ts')).checkBackups,
  offsite: async () => (await import('./backups.ts')).checkOffsite,
}

/** Those that read what is encrypted in an encrypted home. */
const sealed = new Set<CheckName>([
  'settings',
  'database',
  'second_copy',
  'search',
  'embedding',
  'engine',
  'certificates',
  'offsite',
])

/** Those that have something to look at where there is no home yet. */
const homeless = new Set<CheckName>(['home', 'program', 'settings'])

/** Looks at everything, one after the other, and puts into words what was found. A check that fails is a finding, too. */
export async function runChecks(
  { language, ...request }: CheckupRequest,
  all: Readonly<Partial<Record<CheckName, () => Promise<Check>>>> = checks,
): Promise<Finding[]> {
  const look: Look = { ...request, ...settingsOf(request) }
  const isThere = existsSync(request.home.path)
  const isLocked = isThere && statSync(request.home.path).isDirectory() && isLockedHome(request.home)
  const wording = checkupWording(languageFrom(language))
  const findings: Finding[] = []
  for (const [name, load] of Object.entries(all) as [CheckName, () => Promise<Check>][]) {
    if (!isThere && !homeless.has(name)) continue
    if (isLocked && sealed.has(name)) continue
    for (const { figures = {}, command = null, section = null, fixable = false, ...rest } of await run(
      load,
      look,
    ))
      findings.push({
        check: name,
        title: wording.title(name),
        ...rest,
        text: wording.found(rest.finding, figures),
        figures,
        command,
        section,
        fixable,
      })
  }
  return findings
}

async function run(load: () => Promise<Check>, look: Look): Promise<readonly CheckFinding[]> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => timeout.reject(new Error(`no answer after ${checkTimeoutMs / 1_000} s`)),
    checkTimeoutMs,
  )
  try {
    const check = async () => (await load())(look)
    return await Promise.race([check(), timeout.promise])
  } catch (error) {
    return [{ level: 'problem', finding: 'check_failed', figures: { reason: reasonOf(error) } }]
  } finally {
    clearTimeout(timer)
  }
}

function settingsOf({
  home,
  environment,
}: Pick<Look, 'home' | 'environment'>): Pick<Look, 'config' | 'configError'> {
  try {
    return { config: loadConfig(home.config, { ...environment }).config, configError: null }
  } catch (error) {
    return { config: null, configError: reasonOf(error) }
  }
}
