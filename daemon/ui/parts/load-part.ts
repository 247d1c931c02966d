import { backoff } from '../../client/backoff.ts'

/** How often the code of a part is asked for: some 30 s in all, in which a daemon starts again. */
const maxTries = 7

/** Loads the code of a part of a page; tries again where the daemon cannot be reached just then. */
export async function loadPart<T>(
  load: () => Promise<T>,
  wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
): Promise<T> {
  for (let failed = 1; ; failed += 1) {
    try {
      return await load()
    } catch (error) {
      if (failed === maxTries) throw error
      await wait(backoff(failed))
    }
  }
}
