import type { Home } from '../../kernel/home.ts'
import type { Session } from '../tokens.ts'
import { privateFile } from './private-file.ts'

/** The sign-in of this machine's user, in a file that only they may read. */
export interface SessionFile {
  /** Null if nobody is signed in, or the file is damaged. */
  readonly load: () => Session | null
  readonly save: (session: Session) => void
  readonly remove: () => void
}

/** The session file of a home. */
export function sessionFile({ cliSession }: Pick<Home, 'cliSession'>): SessionFile {
  const { read, write, remove } = privateFile(cliSession)
  return {
    load: () => parse(read() ?? 'null'),
    save: (session) => write(`${JSON.stringify(session)}\n`),
    remove,
  }
}

function parse(text: string): Session | null {
  try {
    const value = JSON.parse(text) as Session | null
    return typeof value?.access_token === 'string' && typeof value.refresh_token === 'string' ? value : null
  } catch {
    return null
  }
}
