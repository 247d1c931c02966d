import { programModule } from '../../kernel/program.ts'
import { openThread, type Thread } from '../../kernel/thread.ts'
import type { ImportRequest, OpenedImport, Opening, ReadLines } from './import-thread.ts'
import type { Preview } from './schemas.ts'

/** More than a JSON of 100 MB can take, whatever is in it: beyond it the process would end, not the thread alone. */
const maxHeapMb = 3_072
/** What takes longer to read, in milliseconds, was made to: it would hold up the imports of others. */
const maxReadingMs = 300_000

/** A file that is being read, in a thread that is there until it is closed. */
export interface OpenFile extends AsyncDisposable {
  readonly opened: OpenedImport
  readonly preview: () => Promise<Preview>
  /** At most so many that follow one another. */
  readonly lines: (from: number, count: number) => Promise<ReadLines>
}

export interface Reader {
  readonly open: (opening: Opening) => Promise<OpenFile>
  readonly stop: () => Promise<void>
}

export function openReader(): Reader {
  const running = new Set<Thread>()
  return {
    open: async (opening) => {
      const thread = openThread(programModule('daemon/features/imports/import-thread'), null, { maxHeapMb })
      running.add(thread)
      const close = async () => {
        running.delete(thread)
        await thread.stop()
      }
      // The thread answers each question with what belongs to it.
      const ask = (request: ImportRequest) => thread.request(request)
      const late = setTimeout(() => void thread.stop(), maxReadingMs).unref()
      try {
        const opened = (await ask({ open: opening })) as OpenedImport
        clearTimeout(late)
        return {
          opened,
          preview: async () => (await ask({ preview: true })) as Preview,
          lines: async (from, count) => (await ask({ from, count })) as ReadLines,
          [Symbol.asyncDispose]: close,
        }
      } catch (error) {
        clearTimeout(late)
        await close()
        throw error
      }
    },
    stop: async () => {
      await Promise.all([...running].map((thread) => thread.stop()))
    },
  }
}
