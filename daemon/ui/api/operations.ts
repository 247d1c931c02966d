import {
  keepPreviousData,
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { ConnectionError } from '../../client/errors.ts'
import { errorOf, type ServiceEvent } from '../../client/event-messages.ts'
import type { InputOf, OperationName, OutputOf } from '../../client/types.ts'
import { listen, lookAgain } from './events.ts'
import { client } from './session.ts'
import { isHomeLocked, start } from './start.ts'

/** All that was read of the daemon. What changes elsewhere is told by events, so little is read on suspicion. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => error instanceof ConnectionError && failures < 5,
      networkMode: 'always',
      throwOnError: false,
    },
    mutations: { networkMode: 'always' },
  },
})

// Where the home was locked behind the page, that is loaded anew: it asks for the passphrase then, by itself.
const followLock = (error: Error) => {
  if (isHomeLocked(error)) location.reload()
}
queries.getMutationCache().config.onError = followLock
queries.getQueryCache().config.onError = (error, { queryKey: [name] }) => {
  if (name !== start.queryKey[0]) followLock(error)
}

interface Reading {
  /** False where it is not wanted yet. */
  readonly enabled?: boolean
  /** Shows what was there before, while another input is read. */
  readonly keep?: boolean
}

/** The result of an operation that reads, read again when it may have changed. */
export function useOperation<N extends OperationName>(
  name: N,
  input: InputOf<N> = {} as InputOf<N>,
  { enabled = true, keep = false }: Reading = {},
): UseQueryResult<OutputOf<N>> {
  return useQuery({
    queryKey: [name, input],
    queryFn: ({ signal }) => read(name, input, signal),
    enabled,
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  })
}

/** Reads an operation of which the name is known at run time. */
export function read<N extends OperationName>(
  name: N,
  input: InputOf<N>,
  signal?: AbortSignal,
): Promise<OutputOf<N>> {
  return client.callByName(name, { ...input }, signal ? { signal } : {}) as Promise<OutputOf<N>>
}

/**
 * Calls an operation that changes something; what `touches` names is read again after it, and nobody waits for that.
 * Calls of one `scope` are made one after the other.
 */
export function useAction<N extends OperationName>(
  name: N,
  touches: readonly OperationName[] = [],
  scope?: string,
): UseMutationResult<OutputOf<N>, Error, InputOf<N>> {
  return useMutation({
    ...(scope === undefined ? {} : { scope: { id: scope } }),
    mutationFn: (input: InputOf<N>) => callAction(name, input),
    onSettled: () => readAgain(touches),
  })
}

/** Calls an operation that changes something, and leaves it to the caller to have what it touches read again. */
export function callAction<N extends OperationName>(name: N, input: InputOf<N>): Promise<OutputOf<N>> {
  const options = { idempotencyKey: crypto.randomUUID() }
  return client.callByName(name, { ...input }, options) as Promise<OutputOf<N>>
}

/** Has the results of operations read again where they are shown. */
export function readAgain(touched: readonly OperationName[]): void {
  for (const name of touched) {
    lookAgain(name)
    void queries.invalidateQueries({ queryKey: [name] })
  }
}

/** Shows a result that is known already, as the answer of a change is, instead of what was read before. */
export function showKnown<N extends OperationName>(
  name: N,
  input: InputOf<N>,
  result: NoInfer<OutputOf<N>>,
): void {
  queries.setQueryData([name, input], result)
}

/** The same for each result of an operation that is held, whatever it was asked with. */
export function changeKnown<N extends OperationName>(
  name: N,
  change: (result: OutputOf<N>) => OutputOf<N>,
): void {
  queries.setQueriesData<OutputOf<N>>({ queryKey: [name] }, (result) => result && change(result))
}

/** What is watched. */
export interface Live<T> {
  /** As it was told last; undefined until it was told for the first time. */
  readonly data: T | undefined
  /** Why it cannot be told now. */
  readonly error: Error | null
}

const untold = { data: undefined, error: null }

/** The result of an operation as it changes, told over the WebSocket: looking on takes from no allowance. */
export function useLive<N extends OperationName>(
  name: N,
  input: InputOf<N> = {} as InputOf<N>,
): Live<OutputOf<N>> {
  const given = JSON.stringify(input)
  const topic = given === '{}' ? `live.${name}` : `live.${name} ${given}`
  const cache = useQueryClient()
  useEffect(() => {
    const key = ['live', topic]
    const fail = (error: Error) =>
      cache.setQueryData<Live<OutputOf<N>>>(key, (before) => ({ data: before?.data, error }))
    const receive = ({ data: { result, error } }: ServiceEvent) =>
      isObject(error) ? fail(errorOf(error)) : cache.setQueryData(key, { data: result, error: null })
    return listen(topic, receive, fail)
  }, [topic, cache])
  return useQuery<Live<OutputOf<N>>>({ queryKey: ['live', topic], enabled: false, gcTime: 0 }).data ?? untold
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
