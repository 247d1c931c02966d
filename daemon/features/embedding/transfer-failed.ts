/** A transfer that did not come to its end: `final` where another try would end like this one. */
export class TransferFailed extends Error {
  readonly final: boolean

  constructor(message: string, final: boolean) {
    super(message)
    this.final = final
  }
}

/** What there is to say of anything thrown by a transfer. */
export function transferFailure(error: unknown): TransferFailed {
  if (error instanceof TransferFailed) return error
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException
  // What the file system refuses is thrown as it is; what the network refuses comes as a TypeError of fetch.
  if (code !== undefined && syscall !== undefined && !(error instanceof TypeError)) {
    return new TransferFailed(`the file could not be written (${code})`, true)
  }
  return new TransferFailed('the connection failed', false)
}
