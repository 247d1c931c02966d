import { isIP } from 'node:net'
import { isAbsolute } from 'node:path'

/** Where encrypted backups go to, as it was read from its text. */
export type BackupLocation =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'webdav'; readonly url: string }
  | {
      readonly kind: 's3'
      /** The server and the bucket, such as `https://s3.example.org/backups`. */
      readonly bucket: string
      /** What the names of all objects begin with: empty, or with a slash at the end. */
      readonly prefix: string
      readonly region: string
    }

/** What a server is told of who wants to read or write there. */
export interface StorageCredentials {
  /** A name, or the id of an access key. */
  readonly user: string
  /** A password, or the secret of an access key. */
  readonly password: string
}

export interface BackupPlace {
  readonly location: string
  /** Null for a folder, and for a server that asks nobody. */
  readonly credentials: StorageCredentials | null
}

/** What S3 itself calls a region where there are none. */
const usualRegion = 'us-east-1'

/**
 * Reads a location: the whole path of a folder, `https://host/path` of a WebDAV folder, or
 * `s3+https://host/bucket/prefix?region=name`. Without TLS only servers of this machine are taken: a password would be read
 * on the way. Null for anything else, and for an address with a password in it.
 */
export function parseLocation(text: string): BackupLocation | null {
  if (isAbsolute(text)) return { kind: 'folder', folder: text }
  const [, s3, address = ''] = /^(s3\+)?(https?:\/\/.+)$/i.exec(text) ?? []
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.username !== '' || url.password !== '' || url.hash !== '') return null
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return null
  const path = url.pathname.split('/').filter((part) => part !== '')
  if (s3 === undefined) {
    if (url.search !== '') return null
    return { kind: 'webdav', url: `${url.origin}/${path.join('/')}` }
  }
  const [bucket, ...prefix] = path
  if (bucket === undefined) return null
  return {
    kind: 's3',
    bucket: `${url.origin}/${bucket}`,
    prefix: prefix.map((part) => `${decodeURIComponent(part)}/`).join(''),
    region: url.searchParams.get('region') ?? usualRegion,
  }
}

/** Whether a text was meant as the address of a server, right or wrong. */
export const isAddress = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(text)

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))
}
