/** Lets members stop the replies that are being written for them. */
export function openStopping() {
  const writing = new Map<string, Set<AbortController>>()
  return {
    /** Runs what writes a reply for a member, with a signal that is aborted where they stop it. */
    writing: async <T>(member: string, write: (stopped: AbortSignal) => Promise<T>): Promise<T> => {
      const controller = new AbortController()
      const own = writing.get(member) ?? new Set()
      writing.set(member, own.add(controller))
      try {
        return await write(controller.signal)
      } finally {
        own.delete(controller)
        if (own.size === 0) writing.delete(member)
      }
    },

    /** Stops what is written for a member now; false where nothing is. */
    stop: (member: string): boolean => {
      const own = writing.get(member)
      for (const controller of own ?? []) controller.abort()
      return own !== undefined
    },
  }
}

export type Stopping = ReturnType<typeof openStopping>
