/** How long a pairing code holds, in milliseconds. */
export const pairingLifetime = 300_000

/** A device that was asked for. */
export interface Offer {
  readonly name: string
  /** When its code runs out, by the clock of the daemon. */
  readonly expires_at: string
}

interface Trusted {
  readonly name: string
  readonly trusted_at: string
}

/** The device that came with the code of an offer: one of its name, trusted since the code was made. */
export function arrived<D extends Trusted>(devices: readonly D[], offer: Offer): D | undefined {
  const made = Date.parse(offer.expires_at) - pairingLifetime
  return devices.find(({ name, trusted_at }) => name === offer.name.trim() && Date.parse(trusted_at) >= made)
}
