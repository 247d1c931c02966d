// Runs test files one after the other in this process, for as long as the queue has any.
import { join } from 'node:path'
import { mock, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { root } from '../../build/packaging/layout.ts'
import { shareProcess } from '../support/process-end.ts'
import { openQueue } from './queue.ts'

const [folder = '', timeoutMs] = process.argv.slice(2)
const queue = openQueue(folder)
const environment = { ...process.env }
// A file that waits for what does not keep a process alive must not end the files after it.
const alive = setInterval(() => {}, 60_000)
const closeShared = shareProcess()

for (let file = queue.take(); file !== undefined; file = queue.take()) {
  const url = pathToFileURL(join(root, file)).href
  // What a file registers while it is imported, hooks as well, becomes part of this test.
  await test(file, { timeout: Number(timeoutMs) }, async () => {
    await import(url)
  })
  mock.reset()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  queue.end(file)
}

await closeShared()
clearInterval(alive)
