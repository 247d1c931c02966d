import {
  type CheckupThreadRequest,
  countsOf,
  type Finding,
  type Fixed,
  type RunningState,
  settingsIn,
} from '../../kernel/offline/checkup.ts'
import { locateHome } from '../../kernel/home.ts'
import { daemonModule } from '../../kernel/program.ts'
import { requestOnce } from '../../kernel/thread.ts'

export { countsOf, type Finding, type Fixed }

const maxHeapMb = 256

/** Asks a thread of the daemon's program, which needs no daemon that runs. */
const request = (asked: CheckupThreadRequest): Promise<unknown> =>
  requestOnce(daemonModule('daemon/features/operations/checks/checkup-thread'), { maxHeapMb }, asked)

/** Looks at the home that `environment` names as far as its files tell, in English; `running` is of a daemon that has it. */
export async function checkHome(
  environment: NodeJS.ProcessEnv,
  running: RunningState | null = null,
): Promise<Finding[]> {
  const look = {
    home: locateHome(environment),
    environment: settingsIn(environment),
    language: 'en',
    manifest: null,
    now: Date.now(),
    running,
  } as const
  // The thread answers each question with what belongs to it.
  return (await request({ look })) as Finding[]
}

/** Mends what of that home can be mended without any harm; `running` says whether a daemon has it. */
export async function fixHome(environment: NodeJS.ProcessEnv, running: boolean): Promise<Fixed[]> {
  return (await request({ fix: { home: locateHome(environment), running } })) as Fixed[]
}
