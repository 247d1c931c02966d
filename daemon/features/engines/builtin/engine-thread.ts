import { type Ask, serveRequests } from '../../../kernel/thread.ts'
import { type EngineCall, engineCalls } from './engine-calls.ts'

// The thread that reads what members write: a message that takes long to read holds up nobody but the one who wrote it.

const open = (ask: Ask) => engineCalls((texts) => ask(texts) as Promise<Float32Array[]>)
let calls: ReturnType<typeof open> | undefined

serveRequests(({ name, input }: EngineCall, ask) => {
  calls ??= open(ask)
  return calls[name](input as never)
})
