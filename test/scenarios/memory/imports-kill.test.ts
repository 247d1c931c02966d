import assert from 'node:assert/strict'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { sendFile } from '../../../daemon/client/import-file.ts'
import { openIntegrity } from '../../../daemon/features/memory/integrity.ts'
import { locateHome } from '../../../daemon/kernel/home.ts'
import { openForReading } from '../../../daemon/store/store.ts'
import { end, startDaemonProcess } from '../../bench/daemon-process.ts'
import { carryOn, registerOwner } from '../../bench/owner.ts'
import { temporaryFolder } from '../../support/daemon.ts'
import { select } from '../../support/database.ts'
import { clientOf, ended } from '../../support/imported.ts'
import { amount, itScaled } from '../../support/long.ts'
import { soon } from '../../support/processes.ts'

const memories = amount(2_000, 6_000)
const times = amount(1, 8)

const contents = Array.from({ length: memories }, (_, at) => `parcel ${at} lies on shelf ${at % 97}`)
const text = contents.map((content) => `${JSON.stringify({ content })}\n`).join('')

itScaled(
  'an import that is killed and stopped again and again completes, and stores nothing twice',
  async (t) => {
    const path = temporaryFolder()
    const home = locateHome({ COMPANION_HOME: path })
    const row = () => {
      const [row] = select<{ done: number; stored: number; held: number; state: string }>(
        { home },
        `SELECT done, stored, state, (SELECT count(*) FROM memories) AS held FROM imports`,
      )
      assert.ok(row)
      return row
    }
    const progress = (at: number) =>
      soon(() => {
        const { state, done } = row()
        assert.ok(state === 'running' || done === memories, state)
        return done >= at
      })

    let running = await startDaemonProcess(path)
    t.after(() => end(running.child, 'SIGKILL'))
    t.after(() => rmSync(path, { recursive: true, force: true }))
    let owner = await registerOwner(path, running.file)
    const client = clientOf({ file: running.file }, owner)
    const { import_uuid: id } = await sendFile(client, text, { format: 'companion' })
    await client.call('imports.start', { id })
    const seen: number[] = []
    for (let n = 1; n <= times; n += 1) {
      await progress(Math.floor((memories * n) / (times + 2)))
      // A stop that is asked for interrupts it in the same way.
      await end(running.child, n % 2 === 1 ? 'SIGKILL' : 'SIGTERM')
      const left = row()
      assert.equal(left.held, left.done, 'what is counted as done is stored, and nothing else')
      assert.ok(left.done >= (seen.at(-1) ?? 0), 'what was done stays done')
      seen.push(left.done)
      running = await startDaemonProcess(path)
    }
    assert.ok((seen[0] ?? memories) < memories, 'it was interrupted in the middle')
    t.diagnostic(`interrupted after ${seen.join(', ')} of ${memories}`)

    owner = await carryOn(running.file, owner)
    const { state, done, stored, merged, total } = await ended(clientOf({ file: running.file }, owner), id)
    assert.deepEqual([state, total, done, stored, merged], ['done', memories, memories, memories, 0])
    await end(running.child)

    const database = openForReading(home.database)
    t.after(() => database.close())
    assert.deepEqual(
      database.prepare('SELECT content FROM memories ORDER BY memory_id').pluck().all(),
      contents,
    )
    const { without_vector, vectors_of_nothing } = openIntegrity(database)(['a'])
    assert.deepEqual([without_vector.a, vectors_of_nothing.a], [[], []])
    assert.deepEqual(existsSync(home.imports) ? readdirSync(home.imports) : [], [])
  },
)
