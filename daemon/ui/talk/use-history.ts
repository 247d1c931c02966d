import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { read } from '../api/operations.ts'
import { type KeptHistory, missing, numberOf, olderThan, withAnswer } from './history.ts'

/** Where the history is kept: with all else that was read, and gone with it at the sign-out. */
export const historyKey = ['conversation.history', 'kept'] as const

const page = 100
/** How many of the newest are read to see what has come. */
const newest = 50
/** How many beyond those that are seen are read already. */
const ahead = 60
/** How long the list must stay where it is before it is read what stands there, in milliseconds. */
const pause = 40

/** What was said, as far as it was read. */
export function useHistory() {
  const cache = useQueryClient()
  return useQuery({
    queryKey: historyKey,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const answer = await read('conversation.history', { limit: newest }, signal)
      return withAnswer(keptIn(cache), answer, 0)
    },
  })
}

const keptIn = (cache: QueryClient) => cache.getQueryData<KeptHistory>(historyKey)

/** Reads what has come since. */
export const refreshHistory = (cache: QueryClient): Promise<void> =>
  cache.refetchQueries({ queryKey: historyKey })

/** Reads the messages of these numbers, as far as they are not known. */
async function readRange(cache: QueryClient, first: number, last: number): Promise<void> {
  for (;;) {
    const history = keptIn(cache)
    const next = history && missing(history, first, last, page)
    if (!next) return
    const answer = await read('conversation.history', next)
    cache.setQueryData<KeptHistory>(
      historyKey,
      (before) =>
        // Where it is gone meanwhile, with whoever signed out, nothing of it comes back.
        before && withAnswer(before, answer, next.offset),
    )
    if (answer.items.length === 0) return
  }
}

/** Reads what stands where the list is, and a little more on both sides. */
export function useReadAround(first: number, last: number) {
  const cache = useQueryClient()
  const busy = useRef(false)
  const [error, setError] = useState<unknown>(null)
  const [from, to] = [Math.floor((first - ahead) / page) * page, Math.ceil((last + ahead) / page) * page]
  const readNow = useCallback(async () => {
    if (busy.current) return
    busy.current = true
    try {
      await readRange(cache, from, to)
      setError(null)
    } catch (failure) {
      setError(failure)
    } finally {
      busy.current = false
    }
  }, [cache, from, to])
  useEffect(() => {
    const timer = setTimeout(() => void readNow(), pause)
    return () => clearTimeout(timer)
  }, [readNow])
  return { error, retry: () => void readNow() }
}

/** Finds the number of a message and reads what was said around it. */
export async function readAroundMessage(cache: QueryClient, message_uuid: string): Promise<number> {
  const history = keptIn(cache)
  const loaded = history && numberOf(history, message_uuid)
  const number = loaded ?? (await place(message_uuid, history?.total))
  await readRange(cache, number - ahead, number + ahead)
  return number
}

async function place(message_uuid: string, knownTotal: number | undefined): Promise<number> {
  const total = knownTotal ?? (await read('conversation.history', { limit: 1 })).total
  return olderThan(total, async (offset) => {
    const { items } = await read('conversation.history', { before: message_uuid, offset, limit: 1 })
    return items.length > 0
  })
}
