import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { type Clock, iso } from '../../kernel/clock.ts'
import { listeners } from '../../kernel/tls.ts'
import { type Authority, clockSkewMs, loadSigning } from './authority.ts'
import type { CertifiedKey } from './signing.ts'

const day = 86_400_000
/** How long the certificate of the server holds, in milliseconds; systems take 397 days at most. */
const lifetime = 90 * day
/** How long before its end it is made anew, in milliseconds. */
const renewedBefore = 30 * day

export interface MachineNames {
  readonly hostname: string
  readonly addresses: readonly string[]
  /** What clients call it besides. */
  readonly hosts: readonly string[]
}

/** The names of a server certificate, each once, in the same order for the same machine. */
export function serverNames({ hostname, addresses, hosts }: MachineNames): { dns: string[]; ip: string[] } {
  const bare = hosts.map((host) => host.replace(/^\[(.*)\]$/, '$1')).filter((host) => !everyAddress.has(host))
  const [short = ''] = hostname.toLowerCase().split('.')
  const names = [hostname, short, short && `${short}.local`, ...bare].map((name) => name.toLowerCase())
  const isName = (name: string) => isIP(name) === 0 && /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(name)
  // An address with a scope is one of a link, which no certificate can name.
  const isAddress = (address: string) => isIP(address) !== 0 && !address.includes('%') && !isLink(address)
  const once = (all: readonly string[]) => [...new Set(all)].toSorted()
  return {
    dns: once(['localhost', ...names.filter(isName)]),
    ip: once(['127.0.0.1', '::1', ...addresses.filter(isAddress), ...bare.filter(isAddress)]),
  }
}

const everyAddress = new Set(['0.0.0.0', '::'])

const isLink = (address: string) => /^fe[89ab]/i.test(address)

/** The certificate of the server: signed by the household's own authority, made anew before its end and for new names. */
export function openServerCertificate(authority: Authority, clock: Clock, namesNow: () => MachineNames) {
  const renewed = listeners()
  let current:
    | (CertifiedKey & { readonly names: string; readonly begins: number; readonly ends: number })
    | null = null

  const isGood = (names: string) =>
    current !== null &&
    current.names === names &&
    current.begins <= clock.now() &&
    current.ends - renewedBefore > clock.now()

  const renew = async (): Promise<CertifiedKey> => {
    const { dns, ip } = serverNames(namesNow())
    const names = JSON.stringify([dns, ip])
    if (current && isGood(names)) return current
    const { certifyNewKey } = await loadSigning()
    const now = clock.now()
    const made = await certifyNewKey(
      await authority.require(),
      {
        name: 'Companion',
        usage: 'server',
        alternatives: [
          ...dns.map((value) => ({ type: 'dns' as const, value })),
          ...ip.map((value) => ({ type: 'ip' as const, value })),
        ],
      },
      { from: now - clockSkewMs, until: now + lifetime },
    )
    const { validFromDate, validToDate } = new X509Certificate(made.certificate)
    current = { ...made, names, begins: validFromDate.getTime(), ends: validToDate.getTime() }
    renewed.tell()
    return current
  }

  return {
    /** Makes one where there is none that will do. */
    renew,
    current: (): CertifiedKey | null => current,
    /** ISO 8601; null as long as there is none. */
    expires_at: (): string | null => current && iso(current.ends),
    onRenewed: renewed.add,
  }
}
