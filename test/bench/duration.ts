/** How long a call takes until it is answered, in milliseconds; rejects with what it rejects with. */
export async function timed(call: () => unknown): Promise<number> {
  const startedAt = performance.now()
  await call()
  return performance.now() - startedAt
}

/**
 * How long each call takes, in milliseconds, made one after another until `work` is done, `pause` milliseconds between
 * two of them; rejects with what the first call or `work` rejects with.
 */
export async function timesDuring(
  work: Promise<unknown>,
  call: () => Promise<unknown>,
  pause = 0,
): Promise<number[]> {
  const times: number[] = []
  const state = { working: true }
  const done = work.finally(() => {
    state.working = false
  })
  while (state.working) {
    times.push(await timed(call))
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
  }
  await done
  return times
}
