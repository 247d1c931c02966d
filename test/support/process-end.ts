import { after } from 'node:test'

type Close = () => unknown

let closing: Close[] | undefined

/** Closes something that all test files of this process share, once the last of their tests has ended. */
export function atProcessEnd(close: Close): void {
  if (closing) closing.push(close)
  else after(async () => void (await close()))
}

/** Has what is shared outlive a single file; the answer closes it. Without this call a file is the whole process. */
export function shareProcess(): () => Promise<void> {
  const all: Close[] = []
  closing = all
  return async () => {
    for (const close of all) await close()
  }
}
