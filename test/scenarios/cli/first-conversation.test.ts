import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { root } from '../../../build/packaging/layout.ts'
import { readDaemonFile } from '../../../daemon/kernel/daemon-file.ts'
import { locateHome } from '../../../daemon/kernel/home.ts'
import type { Daemon } from '../../../daemon/main.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { temporaryFolder, testEnvironment } from '../../support/daemon.ts'
import { fromStruct } from '../../support/wire/events.ts'
import { bearer, grpcClient, openStream } from '../../support/wire/grpc.ts'

const home = temporaryFolder()
const work = temporaryFolder()
const environment = { ...process.env, ...testEnvironment(home), COMPANION_PASSWORD: 'seven green lanterns' }
const run = promisify(execFile)

/** What `npm run companion` runs: npm itself would take as long as that. */
const companion = packageJson.scripts.companion.replace('build/', `'${root}'/build/`)

/** The shell lines of the page, one string a block. */
function blocks(): string[] {
  const page = readFileSync(join(root, 'docs', 'first-conversation.md'), 'utf8')
  return [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
}

let daemon: ChildProcess
let file: Daemon['file']
/** What the shell of the reader remembers from one block to the next. */
let variables = ''

/** Runs lines of the page as its reader does, only at the port that this daemon happens to have. */
async function shell(lines: string): Promise<string> {
  const port = new URL(file.base_url).port
  const script = [
    variables,
    lines
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`)
      .replaceAll('npm run --silent companion --', companion),
    'echo; echo "::variables"; declare -p BASE TOKEN ME ID 2>/dev/null || true',
  ].join('\n')
  const { stdout } = await run('bash', ['-c', script], { cwd: work, env: environment })
  const [output = '', declared = ''] = stdout.split('::variables\n')
  variables = declared
  return output
}

before(async () => {
  daemon = spawn('npm', ['start'], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  assert.ok(daemon.stdout)
  for await (const line of createInterface(daemon.stdout)) if (line.startsWith('Ctrl-C')) break
  const daemonFile = readDaemonFile(locateHome(environment))
  assert.ok(daemonFile)
  file = daemonFile
})

after(async () => {
  const ended = once(daemon, 'exit')
  // What npm started ends with it, as on Ctrl-C.
  if (daemon.pid !== undefined) process.kill(-daemon.pid, 'SIGINT')
  await ended
  for (const folder of [home, work]) rmSync(folder, { recursive: true, force: true })
})

describe('The first conversation of the docs', () => {
  it('leads from the setup code to a reply from memory and an answered question that every watcher receives', async () => {
    const [register = '', talk = '', ask = '', answer = '', cli = '', ...others] = blocks()
    assert.deepEqual(others, [])
    await shell(register)
    const token = /TOKEN="([^"]+)"/.exec(variables)?.[1] ?? ''
    assert.match(token, /^ey/)
    assert.match(
      await shell(talk),
      /"response":.*"response":.*"content":"[^"]*Biscuit.*"memories_used":\[\{/s,
    )

    const [login = '', simulate = '', list = '', watch = ''] = cli.trim().split('\n')
    assert.match(await shell(login), /ada/i)

    const client = grpcClient({ file }, 'CompanionService')
    const stream = openStream(
      client,
      'StreamUpdates',
      { topics: ['interaction.notifications'] },
      bearer(token),
    )
    const updates = stream[Symbol.asyncIterator]()
    assert.equal((await updates.next()).value.type, 'subscribed')
    const watcher = spawn(
      'bash',
      ['-c', watch.replace('npm run --silent companion --', `exec ${companion}`)],
      {
        cwd: work,
        env: environment,
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      },
    )
    const seen = createInterface(watcher.stdout)[Symbol.asyncIterator]()
    for await (const line of createInterface(watcher.stderr)) if (/connected/i.test(line)) break

    await shell(ask)
    const answered = await shell(answer)
    assert.match(answered, /"status":"answered"/)
    assert.match(answered, /"answer_text":"tea"/)
    assert.match(answered, /"event_type":"created".*"event_type":"answered"/)

    for (const event_type of ['created', 'answered']) {
      const { value: update } = await updates.next()
      assert.equal(fromStruct(update.data).event.event_type, event_type)
      const { value: line } = await seen.next()
      assert.match(String(line), new RegExp(event_type))
    }
    stream.on('error', () => {})
    stream.cancel()
    client.close()
    if (watcher.pid !== undefined) process.kill(-watcher.pid, 'SIGINT')
    await once(watcher, 'exit')

    await shell(simulate)
    const listed = await shell(list)
    assert.match(listed, /answered/)
    assert.match(listed, /pending/)
  })
})
