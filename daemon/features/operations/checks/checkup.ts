import {
  type CheckupRequest,
  countsOf,
  type Finding,
  type RunningState,
  settingsIn,
} from '../../../kernel/offline/checkup.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Home } from '../../../kernel/home.ts'
import { operation } from '../../../kernel/operation.ts'
import { programModule } from '../../../kernel/program.ts'
import { openThread } from '../../../kernel/thread.ts'
import { languageFrom } from '../../../language/codes.ts'
import type { Mirror } from '../../../store/mirror/mirror.ts'
import type { ModelServerHealth } from '../rules.ts'
import * as schemas from '../schemas.ts'
import { firstDamagedPage } from './database.ts'

const maxHeapMb = 256
/** How long all checks may take together, in milliseconds. */
const timeoutMs = 120_000

export interface CheckupDependencies {
  readonly home: Home
  readonly environment: NodeJS.ProcessEnv
  /** The path of the manifest of models; the one that comes with Companion where it is left out. */
  readonly manifest?: string
  readonly mirror: Mirror
  readonly clock: Clock
}

export interface CheckupPorts {
  /** The certificate that the server shows, PEM; null without TLS. */
  readonly serverCertificate: () => string | null
  readonly modelServers: () => readonly ModelServerHealth[]
}

interface RunningDependencies extends CheckupDependencies, CheckupPorts {
  readonly started_at: string
  /** Whether the start had to repair the database. */
  readonly repaired: boolean
  readonly profile: (
    family_member_uuid: string,
  ) => { readonly preferences: Readonly<Record<string, unknown>> } | undefined
}

/** A look at everything that a companion stands on. */
export function checkupOperations(dependencies: RunningDependencies) {
  const { home, environment, manifest = null, mirror, clock, profile } = dependencies
  const running = async (): Promise<RunningState> => ({
    started_at: dependencies.started_at,
    servers: dependencies
      .modelServers()
      .map(({ circuit, last_failure, answered }) => ({ circuit, last_failure, answered })),
    certificate: dependencies.serverCertificate(),
    damaged_page: await firstDamagedPage(mirror),
    repaired: dependencies.repaired,
  })

  return {
    'gateway.checkup': operation({
      rest: 'GET /gateway/checkup',
      access: 'admin',
      timeoutMs,
      summary: 'A look at everything that the companion stands on, and how to mend what is wrong',
      description:
        'The home, the disk, the clock, the database and its second copy, the models, certificates and backups. Each finding ' +
        'has the command or the section of the page System that mends it; `companion doctor` asks for it, too. Reads the ' +
        'database and the search model through, which takes seconds.',
      input: schemas.CheckupWanted,
      output: schemas.Checkup,
      errors: [],
    }).handle(async ({ language }, { caller: { family_member_uuid } }) => {
      const spoken = profile(family_member_uuid ?? '')?.preferences['language']
      const look: CheckupRequest = {
        home,
        environment: settingsIn(environment),
        language: language ?? languageFrom(spoken),
        manifest,
        now: clock.now(),
        running: await running(),
      }
      const thread = openThread(programModule('daemon/features/operations/checks/checkup-thread'), null, {
        maxHeapMb,
      })
      try {
        const findings = (await thread.request({ look })) as Finding[]
        return { ...countsOf(findings), findings }
      } finally {
        await thread.stop()
      }
    }),
  }
}
