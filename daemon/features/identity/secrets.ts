import { hash, randomBytes } from 'node:crypto'

/** 256 random bits as text. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What is kept of a secret: 256 random bits need no salt and no slow hash. */
export const fingerprint = (secret: string): string => hash('sha256', secret)
