import { AsyncResource } from 'node:async_hooks'
import { after } from 'node:test'

type Close = () => unknown

let closing: Close[] | undefined

/** As `after`, for the file as a whole, wherever in it this is called. */
const afterFile = AsyncResource.bind((close: Close) => after(async () => void (await close())))

/** Closes something that all test files of this process share, once the last of their tests has ended. */
export function atProcessEnd(close: Close): void {
  if (closing) closing.push(close)
  else afterFile(close)
}

/** Has what is shared outlive a single file; the answer closes it. Without this call a file is the whole process. */
export function shareProcess(): () => Promise<void> {
  const all: Close[] = []
  closing = all
  return async () => {
    for (const close of all) await close()
  }
}
