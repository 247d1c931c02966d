import type { CheckupThreadRequest } from '../../../kernel/offline/checkup.ts'
import { serveRequests } from '../../../kernel/thread.ts'
import { runChecks } from './checks.ts'

// Reading everything through takes its time here, so that nobody else waits. The command line starts it where no daemon runs.
serveRequests(async (request: CheckupThreadRequest) => {
  if ('look' in request) return runChecks(request.look)
  if ('full' in request) return (await import('./full-check.ts')).checkFully(request.full)
  const { fix } = await import('./fixing.ts')
  return fix(request.fix)
})
