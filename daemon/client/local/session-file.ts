import { type Home, readIfThere, removeFile, writeSecret } from '../../kernel/home.ts'
import type { Session } from '../tokens.ts'

/** The sign-in of this machine's user, in a file that only they may read. */
export interface SessionFile {
  /** Null if nobody is signed in, or the file is damaged. */
  readonly load: () => Session | null
  readonly save: (session: Session) => void
  readonly remove: () => void
}

/** The session file of a home. */
export function sessionFile({ cliSession }: Pick<Home, 'cliSession'>): SessionFile {
  return {
    load: () => parse(readIfThere(cliSession) ?? 'null'),
    save: (session) => writeSecret(cliSession, `${JSON.stringify(session)}\n`),
    remove: () => removeFile(cliSession),
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
