import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

const cheap = 'companion cheap secrets'

/**
 * What it costs to try a secret, as a logarithm to the base 2 (scrypt, RFC 7914); next to nothing where this process has
 * said that its secrets keep nobody out.
 */
export const workFactor = (usual: number): number => (getEnvironmentData(cheap) === true ? 4 : usual)

/** Says whether this process, and every thread that it starts from now on, locks things with secrets that keep nobody out. */
export const useCheapSecrets = (are: boolean): void => setEnvironmentData(cheap, are)
