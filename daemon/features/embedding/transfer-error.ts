/** A transfer that did not come to its end: `final` where another try would end like this one. */
export class TransferError extends Error {
  readonly final: boolean

  constructor(message: string, final: boolean) {
    super(message)
    this.final = final
  }
}

/** What there is to say of anything thrown by a transfer. */
export function toTransferError(error: unknown): TransferError {
  if (error instanceof TransferError) return error
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException
  // What the file system refuses is thrown as it is; what the network refuses comes as a TypeError of fetch.
  if (code !== undefined && syscall !== undefined && !(error instanceof TypeError)) {
    return new TransferError(`the file could not be written (${code})`, true)
  }
  return new TransferError('the connection failed', false)
}
