// Opens the database of a home as a start does, migrates it and closes it; or ends with SIGKILL right before the statement
// with a number, counted from the first one of the migration on. Says how many there were.
// node test/support/upgrade/migrating-process.ts HOME [NUMBER]
import { pino } from 'pino'
import { locateHome } from '../../../daemon/kernel/home.ts'
import { migrate } from '../../../daemon/store/migrate.ts'
import { openMirror } from '../../../daemon/store/mirror/mirror.ts'
import { openDatabase, Store } from '../../../daemon/store/store.ts'

const [, , path = '', number = '0'] = process.argv
const home = locateHome({ COMPANION_HOME: path })
let statements = 0
let counts = false

/** Ends this process where its statement is next. */
const next = () => {
  if (!counts) return
  statements += 1
  if (statements !== Number(number)) return
  process.kill(process.pid, 'SIGKILL')
  // Whatever is left of the time until the end comes, nothing more happens.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

const client = openDatabase(home.database, { verbose: next })
// What a transaction has changed reaches the log before its commit, as it does in a home that is too large for the memory.
client.pragma('cache_size = 5')
client.pragma('cache_spill = 1')
const mirror = openMirror(client)
const store = new Store(client, pino({ level: 'silent' }), mirror)
counts = true
migrate(client, home.backups)
// After the commit, before anything else has noticed it.
next()
counts = false
store.close()
process.stdout.write(`${statements}\n`)
