import { engineCalls } from '../../../daemon/features/engines/builtin/engine-calls.ts'
import type { EngineThreads, Reading } from '../../../daemon/features/engines/builtin/engine-threads.ts'

/** Reads in this very thread, where no thread is what a test is about. */
export function inlineThreads(embed: Parameters<typeof engineCalls>[0]): EngineThreads {
  const calls = engineCalls(embed)
  const call: Reading['call'] = async (name, input) => calls[name](input as never) as never
  return { read: () => ({ call, rest: () => {} }), stop: async () => {} }
}
