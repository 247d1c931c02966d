import type { Home } from '../../kernel/home.ts'
import { operation } from '../../kernel/operation.ts'
import { logEntry } from './log-entries.ts'
import { newestLines } from './log-files.ts'
import * as schemas from './schemas.ts'

interface LogOperationsDependencies {
  readonly home: Pick<Home, 'logs'>
}

/** What the daemon has written to its log. */
export function logOperations({ home }: LogOperationsDependencies) {
  return {
    'gateway.logs': operation({
      rest: 'GET /gateway/logs',
      access: 'admin',
      live: 2,
      summary: 'The newest lines of the log, newest first',
      description:
        'Looks through the last 2 MiB. Of an error it shows the type and the code; the files in the home have the rest.',
      input: schemas.LogSearch,
      output: schemas.LogEntries,
      errors: [],
    }).handle(async ({ level, q, limit = 50 }) => {
      const items: schemas.LogEntry[] = []
      for await (const line of newestLines(home.logs)) {
        const entry = logEntry(line, { level, q })
        if (entry) items.push(entry)
        if (items.length === limit) break
      }
      return { items }
    }),
  }
}
