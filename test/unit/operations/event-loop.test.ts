import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { watchEventLoop } from '../../../daemon/features/operations/event-loop.ts'

const source = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  'daemon',
  'features',
  'operations',
  'event-loop.ts',
)

test('nothing is reported before there are enough samples', () => {
  const eventLoop = watchEventLoop()
  assert.equal(eventLoop.p99(), null)
  eventLoop.stop()
})

test("the event loop's delay is reported after the window, without blocking", async () => {
  // In another process, which shows that watching does not keep it alive.
  const script = `
    const { watchEventLoop } = await import(${JSON.stringify(source)})
    const eventLoop = watchEventLoop({ resolution: 10, window: 700 })
    const busy = setInterval(() => {
      const end = performance.now() + 300
      while (performance.now() < end);
      const late = eventLoop.p99()
      if (late === null) return
      clearInterval(busy)
      console.log(late)
    }, 1)
  `
  const child = spawn(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    '--input-type=module',
    '-e',
    script,
  ])
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  assert.equal(code, 0)
  assert.ok(Number(output) > 200, output)
})
