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

/** Calls an operation that changes something; what `touches` names is read again after it. */
export function useAct<N extends OperationName>(
  name: N,
  touches: readonly OperationName[] = [],
): UseMutationResult<OutputOf<N>, Error, InputOf<N>> {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<N>) =>
      client.callByName(name, { ...input }, { idempotencyKey: crypto.randomUUID() }) as Promise<OutputOf<N>>,
    onSettled: () => {
      for (const touched of touches) lookAgain(touched)
      return Promise.all(touches.map((touched) => cache.invalidateQueries({ queryKey: [touched] })))
    },
  })
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
