import { chmodSync, existsSync } from 'node:fs'
import type { CheckupThreadRequest, Figures, Fixed } from '../../../kernel/offline/checkup.ts'
import { removeDaemonFile } from '../../../kernel/daemon-file.ts'
import { type Home, removeFile } from '../../../kernel/home.ts'
import { isPipe } from '../../../kernel/local-socket.ts'
import { checkupWording, type FixedName } from '../../../language/checkup.ts'
import { HomeInUse, lockHome } from '../../../store/lock.ts'
import { openPaths } from './home.ts'

/** Mends what can be mended without any harm, and says each thing that was done. Nothing of a member's is touched. */
export function fix({ home, running }: Extract<CheckupThreadRequest, { fix: unknown }>['fix']): Fixed[] {
  const done: Fixed[] = []
  const say = (fixed: FixedName, figures: Figures = {}) =>
    done.push({ fixed, text: checkupWording().fixed(fixed, figures) })
  if (!existsSync(home.path)) return done
  const open = openPaths(home)
  for (const { path, isFolder } of open) chmodSync(path, isFolder ? 0o700 : 0o600)
  if (open.length > 0) say('rights', { count: open.length })
  if (!running) removeLeftovers(home, say)
  return done
}

/** Removes what a daemon that is gone has left: with the lock of the home, so that none begins meanwhile. */
function removeLeftovers(home: Home, say: (fixed: FixedName) => void): void {
  const isLeft = existsSync(home.daemon)
  const hasSocket = !isPipe(home.socket) && existsSync(home.socket)
  if (!isLeft && !hasSocket) return
  try {
    const { release } = lockHome(home)
    if (isLeft) {
      removeDaemonFile(home)
      say('daemon_file')
    }
    if (hasSocket) {
      removeFile(home.socket)
      say('socket')
    }
    release()
  } catch (error) {
    // One that runs, or just begins, looks after it.
    if (!(error instanceof HomeInUse)) throw error
  }
}
