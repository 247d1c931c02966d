import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Debian's Chromium: the headless shell, which takes half of the time, or the full browser. */
const packages = ['chromium-headless-shell', 'chromium']

/**
 * Installs Chromium from Debian for the browser tests if it is missing, the machine has apt and no password is
 * required. Without it those tests are skipped with a message.
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
