import { spawnSync } from 'node:child_process'
import { mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import tls from 'node:tls'
import { type Client, credentials } from '@grpc/grpc-js'
import type { Daemon } from '../../daemon/main.ts'
import { grpcClient } from './wire/grpc.ts'

interface Certificate {
  readonly files: { readonly cert: string; readonly key: string }
  /** Whether there is an `openssl`, which made them. */
  readonly made: boolean
}

/**
 * Makes a certificate for the loopback, and `more` names as `IP:` or `DNS:`, that these tests, and nobody else, trust; gone after the last of them. Throws
 * where `openssl` fails.
 */
export function makeCertificate(more: readonly string[] = []): Certificate {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
  after(() => folder.remove())
  const files = { cert: join(folder.path, 'cert.pem'), key: join(folder.path, 'key.pem') }
  const names = `subjectAltName=${['DNS:localhost', 'IP:127.0.0.1', 'IP:127.0.0.2', ...more].join(',')}`
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', files.key]
  const about = ['-days', '2', '-subj', '/CN=localhost', '-addext', names, '-out', files.cert]
  const { error, status, stderr } = spawnSync('openssl', ['req', '-x509', ...key, ...about])
  if (error) return { files, made: false }
  if (status !== 0) throw new Error(`openssl: ${String(stderr)}`)
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(files.cert, 'utf8')])
  return { files, made: true }
}

/** A gRPC client of a daemon that trusts this certificate, PEM. */
export function secureGrpcClient(daemon: Pick<Daemon, 'file'>, service: string, ca: string): Client {
  return grpcClient(daemon, service, {}, credentials.createSsl(Buffer.from(ca)))
}

/** Has this process trust the household's own authority of a daemon; answers its certificate as PEM. */
export function trustAuthority({ home }: Pick<Daemon, 'home'>): string {
  const { authority } = home
  const [ca = ''] =
    /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(readFileSync(authority, 'utf8')) ?? []
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), ca])
  return ca
}
