import { isHost } from '../kernel/address.ts'
import { localHost } from '../kernel/local-socket.ts'
import { InsufficientPermissions, invalidRequest } from '../kernel/errors.ts'

/** What a request says of where it goes and who sends it; lists, because a hostile one says it twice. */
export interface Addressing {
  readonly host: readonly string[]
  readonly origin: readonly string[]
  /** Whether it came over the socket of the home, which no browser can use. */
  readonly local?: boolean
}

/** Where requests arrive: by TLS or without, and the names in `Host` that are the daemon's there; null for any. */
export interface Endpoint {
  readonly secure: boolean
  readonly hosts: readonly string[] | null
}

/**
 * Makes the check that keeps foreign web pages out. Only the `hosts` with the daemon's own port of that protocol, as it is by then, are a host (which ends
 * DNS rebinding). A browser's `Origin` must be the host itself, and `Host` and `Origin` may come once. Over the socket of
 * the home the host is `localhost`, and there is no `Origin`. Throws 400 for a doubled header, 403 for a foreign one.
 */
export function originCheck<P extends string>(
  { secure, hosts }: Endpoint,
  ports: Readonly<Record<P, number>>,
  protocol: P,
): (addressing: Addressing) => void {
  const scheme = secure ? 'https' : 'http'
  return ({ host, origin, local = false }) => {
    if (host.length !== 1) throw invalidRequest('Host', 'must be given exactly once')
    if (origin.length > 1) throw invalidRequest('Origin', 'may be given once')
    const [authority = ''] = host
    if (local) {
      if (authority !== localHost) throw InsufficientPermissions({ reason: 'host' })
      if (origin.length > 0) throw InsufficientPermissions({ reason: 'origin' })
      return
    }
    if (hosts && !isHost(authority, hosts, ports[protocol], secure ? 443 : 80)) {
      throw InsufficientPermissions({ reason: 'host' })
    }
    if (origin[0] !== undefined && origin[0].toLowerCase() !== `${scheme}://${authority.toLowerCase()}`) {
      throw InsufficientPermissions({ reason: 'origin' })
    }
  }
}
