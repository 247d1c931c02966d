// Embeds the memories of a database anew, until it is done or has killed itself, so many milliseconds after so many steps:
// node reembedding-process.ts <home> <steps> <milliseconds>
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { Bus } from '../../../daemon/bus/bus.ts'
import { openReembedding } from '../../../daemon/features/memory/reembedding.ts'
import { memoryStore } from '../../../daemon/features/memory/store.ts'
import { openVectorTables } from '../../../daemon/features/memory/vector-tables.ts'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { locateHome } from '../../../daemon/kernel/home.ts'
import { openDatabase, Store } from '../../../daemon/store/store.ts'

/** A vector of a text by a model: the same each time, another for each model. */
export function vectorOf(model: string, text: string): Float32Array {
  const vector = new Float32Array(384)
  for (let at = 0; at < 3; at += 1)
    vector[hash('sha256', `${model} ${at} ${text}`, 'buffer').readUInt16BE(0) % 384] = 1
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

if (import.meta.main) {
  const log = pino({ level: 'silent' })
  const store = new Store(openDatabase(locateHome({ COMPANION_HOME: process.argv[2] }).database), log)
  const bus = new Bus(systemClock, log)
  const tables = openVectorTables(store)
  const alive = setInterval(() => {}, 1_000)
  // From a thread of its own, so that it may come in the middle of a transaction.
  const killer = new Worker(
    `require('node:worker_threads').parentPort.once('message', (milliseconds) =>
       setTimeout(() => process.kill(process.pid, 'SIGKILL'), milliseconds))`,
    { eval: true },
  )
  killer.unref()
  await once(killer, 'online')
  let steps = Number(process.argv[3])
  bus.subscribe('memory.reembedding', {
    receive: () => {
      steps -= 1
      if (steps === 0) killer.postMessage(Number(process.argv[4]), [])
    },
  })
  const { begin } = openReembedding({
    store,
    memories: memoryStore(store),
    tables,
    embedding: {
      stateOf: () => 'here' as const,
      embed: async (model, texts) => {
        await sleep(2)
        return texts.map((text) => vectorOf(model, text))
      },
    },
    bus,
    clock: systemClock,
    log,
    switched: () => clearInterval(alive),
  })
  // Killed right after the switch, there is nothing left to do.
  if (tables.active().model === 'next') clearInterval(alive)
  else if (!tables.building()) begin('next')
}
