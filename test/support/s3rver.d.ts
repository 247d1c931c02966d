// The package has no types.
declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http'
  import type { AddressInfo } from 'node:net'

  interface Options {
    readonly address: string
    readonly port: number
    readonly silent: boolean
    readonly directory: string
    readonly configureBuckets: readonly { readonly name: string }[]
  }

  export default class S3rver {
    constructor(options: Options)
    readonly httpServer: Server
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
