import { programModule } from '../../kernel/program.ts'
import { openThread, type Thread } from '../../kernel/thread.ts'
import type { Erasure } from '../../store/tables.ts'
import type { CopyCheck, CopyRequest, Described } from './database-copy.ts'

/** What takes the time of the disk. */
export interface Copier {
  /** Copies the database that is in use, as it is now or later; rejects where the copy is not whole. */
  readonly copy: (from: string, to: string) => Promise<Described>
  readonly describe: (file: string) => Promise<Described>
  /** Copies a backup and looks whether it is what was written, and whole. */
  readonly check: (from: string, to: string, sha256: string) => Promise<CopyCheck>
  /** Copies a backup without what was deleted for good. */
  readonly erase: (from: string, to: string, erasures: readonly Erasure[]) => Promise<Described & CopyCheck>
  /** Cancels the work in progress. */
  readonly stop: () => Promise<void>
}

const maxHeapMb = 256

/** Copies in a thread, which is there as long as it is needed. */
export function openCopier(): Copier {
  const running = new Set<Thread>()
  const request = async (copyRequest: CopyRequest): Promise<unknown> => {
    const thread = openThread(programModule('daemon/threads/copy-thread'), null, { maxHeapMb })
    running.add(thread)
    try {
      return await thread.request(copyRequest)
    } finally {
      running.delete(thread)
      await thread.stop()
    }
  }
  // The thread answers each question with what belongs to it.
  return {
    copy: async (from, to) => (await request({ copy: { from, to } })) as Described,
    describe: async (file) => (await request({ describe: file })) as Described,
    check: async (from, to, sha256) => (await request({ check: { from, to, sha256 } })) as CopyCheck,
    erase: async (from, to, erasures) =>
      (await request({ erase: { from, to, erasures } })) as Described & CopyCheck,
    stop: async () => {
      await Promise.all([...running].map((thread) => thread.stop()))
    },
  }
}
