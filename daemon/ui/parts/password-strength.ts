import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

let estimator: Promise<ZxcvbnFactory> | undefined

/**
 * How hard a password is to guess, 0 to 4, by zxcvbn; `known` is what an attacker knows of its owner. It never leaves the
 * page. The dictionaries are loaded with the first password. The daemon has the last word.
 */
export async function passwordScore(password: string, known: readonly string[]): Promise<number> {
  estimator ??= load()
  // Longer ones take the estimator seconds, and are good by then.
  return (await estimator).check(password.slice(0, 48), [...known, 'companion']).score
}

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new Factory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  })
}
