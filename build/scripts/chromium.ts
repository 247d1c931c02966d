import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Chromium of Debian: without windows of its own, which takes half of the time, or whole. */
const packages = ['chromium-headless-shell', 'chromium']

/**
 * Installs Chromium from Debian for the tests in a browser, where there is none, the machine has apt and nobody is asked
 * for a password. Without it those tests are skipped, and say so.
 */
export function installChromium(): void {
  if (existsSync(`/usr/bin/${packages[0]}`) || process.platform !== 'linux' || process.getuid?.() !== 0)
    return
  if (!existsSync('/usr/bin/apt-get')) return
  process.stderr.write('Installing Chromium for the tests in a browser (once; about a minute) ...\n')
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...words: string[]) =>
    spawnSync('apt-get', ['-qq', ...words], { env: environment, stdio: ['ignore', 'ignore', 2] }).status === 0
  const installed =
    apt('update') && packages.some((name) => apt('install', '-y', '--no-install-recommends', name))
  if (!installed) process.stderr.write('Chromium could not be installed.\n')
}
