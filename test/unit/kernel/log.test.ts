import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openLog } from '../../../daemon/kernel/log.ts'

const megabyte = 1_048_576
const settings = { level: 'info', megabytes: 1, files: 2 } as const

function temporaryLogs() {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
  return {
    folder: folder.path,
    files: () => readdirSync(folder.path).toSorted(),
    lines: () =>
      readdirSync(folder.path).flatMap((name) =>
        readFileSync(join(folder.path, name), 'utf8').trimEnd().split('\n'),
      ),
    [Symbol.dispose]: () => folder.remove(),
  }
}

/** One life of a daemon that logs so many megabytes and a half, in lines of 64 KiB, each on its way before the next. */
async function logMegabytes(folder: string, count: number): Promise<void> {
  const { log, close } = await openLog(folder, settings)
  for (let n = 0; n < count * 16 + 8; n += 1) {
    log.info({ n, filling: 'x'.repeat(65_536) })
    await new Promise<void>((resolve) => log.flush(() => resolve()))
  }
  await close()
}

test('a closed log has every line, as JSON with its level, and none below the minimum', async () => {
  using logs = temporaryLogs()
  const { log, close } = await openLog(logs.folder, settings)
  log.debug('unheard')
  log.info({ cup: 1 }, 'first')
  log.error({ err: new Error('spilt') }, 'second')
  await close()
  const written = logs.lines().map((line): Record<string, unknown> => JSON.parse(line))
  assert.deepEqual(
    written.map(({ level, msg }) => [level, msg]),
    [
      [30, 'first'],
      [50, 'second'],
    ],
  )
})

test('passwords and tokens are never logged', async () => {
  using logs = temporaryLogs()
  const { log, close } = await openLog(logs.folder, settings)
  log.info({ input: { password: 'green tea', token: 'green tea', refresh_token: 'green tea' } })
  await close()
  assert.equal(logs.lines().length, 1)
  assert.equal(logs.lines().join('').includes('green tea'), false)
})

test('a full file is rotated, and at most the configured number is kept', async () => {
  using logs = temporaryLogs()
  await logMegabytes(logs.folder, 5)
  const files = logs.files()
  assert.ok(files.length <= settings.files, files.join(', '))
  assert.equal(files.includes('daemon.1.log'), false, 'the oldest is gone')
  for (const name of files) {
    const { size, mode } = statSync(join(logs.folder, name))
    assert.ok(size < 2 * megabyte, name)
    if (process.platform !== 'win32') assert.equal(mode & 0o777, 0o600, name)
  }
})

test('the number of files is kept across restarts', async () => {
  using logs = temporaryLogs()
  for (let life = 1; life <= 3; life += 1) await logMegabytes(logs.folder, 4)
  assert.ok(logs.files().length <= settings.files, logs.files().join(', '))
})
