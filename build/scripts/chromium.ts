import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * Installs Chromium from Debian for the tests in a browser, where there is none, the machine has apt and nobody is asked
 * for a password. Without it those tests are skipped, and say so.
 */
export function installChromium(): void {
  if (existsSync('/usr/bin/chromium') || process.platform !== 'linux' || process.getuid?.() !== 0) return
  if (!existsSync('/usr/bin/apt-get')) return
  process.stderr.write('Installing Chromium for the tests in a browser (once; about a minute) ...\n')
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...words: string[]) =>
    spawnSync('apt-get', ['-qq', ...words], { env: environment, stdio: ['ignore', 'ignore', 2] }).status === 0
  if (!apt('update') || !apt('install', '-y', '--no-install-recommends', 'chromium'))
    process.stderr.write('Chromium could not be installed.\n')
}
