import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** What a browser and an authenticator in it do, without either: a passkey in software (WebAuthn level 3). */
export class SoftwareAuthenticator {
  readonly id = randomBytes(16).toString('base64url')
  /** What it says of how often it has signed. */
  counter = 0
  /** Whether it says that it knows who is there. */
  verifies = true
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  /** Makes a passkey on a page at `origin`. */
  create({ challenge }: { readonly challenge: string }, origin: string) {
    const credential = Buffer.from(this.id, 'base64url')
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([credential.length >> 8, credential.length & 0xff]),
      credential,
      this.#cosePublicKey(),
    ])
    const data = this.#data(new URL(origin).hostname, 0x40, attested)
    const attestationObject = Buffer.concat([
      map(3),
      text('fmt'),
      text('none'),
      text('attStmt'),
      map(0),
      text('authData'),
      bytes(data),
    ])
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key' as const,
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, origin),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
      clientExtensionResults: {},
    }
  }

  /** Signs on a page at `origin`. */
  get({ challenge }: { readonly challenge: string }, origin: string) {
    this.counter += 1
    const data = this.#data(new URL(origin).hostname, 0)
    const clientDataJSON = clientData('webauthn.get', challenge, origin)
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    const signature = sign('sha256', Buffer.concat([data, hash]), this.#keys.privateKey)
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key' as const,
      response: {
        clientDataJSON,
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      },
      clientExtensionResults: {},
    }
  }

  #data(host: string, flags: number, attested = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const present = 0x01 | (this.verifies ? 0x04 : 0) | flags
    return Buffer.concat([
      createHash('sha256').update(host).digest(),
      Buffer.from([present]),
      counter,
      attested,
    ])
  }

  /** EC2, ES256, P-256, as COSE has it (RFC 9053). */
  #cosePublicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    return Buffer.concat([
      map(5),
      Buffer.from([0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      bytes(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      bytes(Buffer.from(y, 'base64url')),
    ])
  }
}

const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')

/** CBOR (RFC 8949), as far as it is needed. */
const map = (size: number) => Buffer.from([0xa0 | size])
const text = (of: string) => Buffer.concat([Buffer.from([0x60 | of.length]), Buffer.from(of)])
const bytes = (of: Buffer) => Buffer.concat([Buffer.from([0x58, of.length]), of])
