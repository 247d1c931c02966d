import { closeSync, openSync, readSync } from 'node:fs'
import { readWords } from '../../kernel/encryption/words.ts'
import {
  ageMagic,
  type Moved,
  type MoveProblem,
  type MoveRequest,
  type Received,
} from '../../kernel/offline/move.ts'
import { daemonModule } from '../../kernel/program.ts'
import { requestOnce } from '../../kernel/thread.ts'

export { type Moved, type MoveProblem, readWords, type Received }

const maxHeapMb = 512

/** Asks a thread of the daemon's program, which needs no daemon that runs; it answers each question with what belongs to it. */
const request = (asked: object): Promise<unknown> =>
  requestOnce(daemonModule('daemon/threads/folder-thread'), { maxHeapMb }, asked)

/** Writes a whole home into a new file, encrypted with twelve words. */
export const moveHome = async (move: MoveRequest): Promise<Moved | MoveProblem> =>
  (await request({ move })) as Moved | MoveProblem

/** Builds a home from such a file. */
export const receiveHome = async (receive: {
  readonly file: string
  readonly home: string
  readonly words: string
  readonly passphrase: string | null
}): Promise<Received | MoveProblem> => (await request({ receive })) as Received | MoveProblem

/** Lets a home that was retired start again; false where it was not. */
export const bringBack = async (home: string): Promise<boolean> => (await request({ back: home })) as boolean

/** Whether a file looks like a moved home. */
export function isMoveFile(file: string): boolean {
  const descriptor = openSync(file, 'r')
  try {
    const start = Buffer.alloc(ageMagic.length)
    return readSync(descriptor, start) === start.length && start.toString('latin1') === ageMagic
  } finally {
    closeSync(descriptor)
  }
}
