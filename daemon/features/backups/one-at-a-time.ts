import { BackupUnderWay } from './failures.ts'

/** Work on backups of which one thing is done at a time, and nothing more once that is over. */
export function openOneAtATime() {
  let underWay: Promise<unknown> | null = null
  let over = false
  return {
    /** Does something; throws `BackupUnderWay` while anything else is done, and once it is over. */
    alone: async <T>(work: () => Promise<T>): Promise<T> => {
      if (underWay || over) throw BackupUnderWay()
      const running = work()
      underWay = running
      try {
        return await running
      } finally {
        underWay = null
      }
    },
    /** Whether anything is done just now. */
    isWorking: () => underWay !== null,
    /** Whether nothing can be begun. */
    isBusy: () => underWay !== null || over,
    /** Resolves once what is done just now has ended, however it ends. */
    settled: () => Promise.allSettled([underWay]),
    isOver: () => over,
    /** Lets nothing more begin. */
    end: () => {
      over = true
    },
  }
}
