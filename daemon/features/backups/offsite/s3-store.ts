import { AwsClient } from 'aws4fetch'
import { XMLParser } from 'fast-xml-parser'
import type { BackupLocation, StorageCredentials } from '../../../kernel/offline/backup-location.ts'
import { type ObjectStore, StoreProblem, type StoredObject } from './object-store.ts'

/** How long an answer may take, in milliseconds. */
const timeoutMs = 60_000
/** How often a request is sent again that the server could not answer. */
const retries = 2

/** An answer that says no. */
class Refusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(`the server answered ${status} ${code}`.trim())
    this.status = status
    this.code = code
  }
}

/** A page of a list of objects; numbers stay texts, since names can look like them. */
const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' })

interface ListedPage {
  readonly ListBucketResult?: {
    readonly Contents?: readonly { readonly Key: string; readonly Size: string }[]
    readonly NextContinuationToken?: string
  }
}

/**
 * The store in a bucket of an S3-compatible server, addressed by its path. `landmark` is the name of an object that is always
 * there: where it is not, the place is away. Null for one that may be none yet.
 */
export function openS3Store(
  { bucket, prefix, region }: Extract<BackupLocation, { kind: 's3' }>,
  credentials: StorageCredentials | null,
  landmark: string | null,
): ObjectStore {
  const client = new AwsClient({
    accessKeyId: credentials?.user ?? '',
    secretAccessKey: credentials?.password ?? '',
    service: 's3',
    region,
    retries,
  })
  const addressOf = (name: string) =>
    `${bucket}/${[...prefix.split('/'), ...name.split('/')].filter(Boolean).map(encodeURIComponent).join('/')}`

  /** Sends a request; null for what is not there. */
  const send = async (method: string, address: string, body?: Uint8Array): Promise<Response | null> => {
    const response = await client.fetch(address, {
      method,
      // A signature holds for one address.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && { body: Buffer.from(body) }),
    })
    if (response.ok) return response
    const text = await response.text()
    const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(text) ?? []
    if (response.status === 404 && code !== 'NoSuchBucket') return null
    throw new Refusal(response.status, code)
  }
  const get = async (name: string): Promise<Buffer | null> => {
    const response = await send('GET', addressOf(name))
    return response && Buffer.from(await response.arrayBuffer())
  }
  const listPage = async (area: string, token: string | undefined) => {
    const query = new URLSearchParams({ 'list-type': '2', prefix: `${prefix}${area}/` })
    if (token !== undefined) query.set('continuation-token', token)
    const response = await send('GET', `${bucket}?${query.toString()}`)
    if (response === null) throw away('there is no such bucket')
    return (parser.parse(await response.text()) as ListedPage).ListBucketResult
  }
  const list = async (area: string): Promise<StoredObject[]> => {
    const objects: StoredObject[] = []
    let token: string | undefined
    do {
      const page = await listPage(area, token)
      for (const { Key, Size } of page?.Contents ?? [])
        objects.push({ name: Key.slice(prefix.length), bytes: Number(Size) })
      token = page?.NextContinuationToken
    } while (token !== undefined)
    return objects.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  }

  return {
    remote: true,
    // A bucket has no folders, and is made by whoever pays for it.
    prepare: () => guarded(async () => void (await listPage('snapshots', undefined))),
    put: (name, bytes) =>
      guarded(async () => {
        if ((await send('PUT', addressOf(name), bytes)) === null) throw away('there is no such bucket')
      }),
    get: (name) =>
      guarded(async () => {
        const content = await get(name)
        if (content === null && landmark !== null && (await get(landmark)) === null)
          throw away('what marks the place is missing')
        return content
      }),
    list: (area) => guarded(() => list(area)),
    remove: (name) => guarded(async () => void (await send('DELETE', addressOf(name)))),
    // An object is put whole or not at all.
    tidy: () => Promise.resolve(),
  }
}

const away = (why: string) => new StoreProblem('away', new Error(why))

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof StoreProblem ? error : new StoreProblem(troubleOf(error), error)
  }
}

function troubleOf(error: unknown) {
  // Without an answer, it is not there.
  if (!(error instanceof Refusal)) return 'away'
  const { status, code } = error
  if (status === 507 || code.includes('Quota') || code.endsWith('StorageFull')) return 'full'
  if (status === 401 || status === 403) return 'denied'
  return status === 404 || status >= 502 ? 'away' : 'failed'
}
