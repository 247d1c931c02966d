import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** What tests use of Debian: the file by which it is known, and the packages of which one brings it. */
const programs = [
  // The headless shell takes half of the time of the full browser.
  { file: '/usr/bin/chromium-headless-shell', packages: ['chromium-headless-shell', 'chromium'] },
  { file: '/usr/bin/prometheus', packages: ['prometheus'] },
  { file: '/usr/sbin/ip', packages: ['iproute2'] },
  { file: '/usr/bin/curl', packages: ['curl'] },
  { file: '/usr/bin/oathtool', packages: ['oathtool'] },
  { file: '/usr/sbin/apache2', packages: ['apache2-bin'] },
  { file: '/usr/bin/zsh', packages: ['zsh'] },
  { file: '/usr/bin/fish', packages: ['fish'] },
  { file: '/usr/bin/mandoc', packages: ['mandoc'] },
  { file: '/usr/bin/systemd-analyze', packages: ['systemd'] },
  { file: '/usr/bin/faketime', packages: ['faketime'] },
]

/**
 * Installs what tests use of Debian if it is missing, the machine has apt and no password is required. Without it those
 * tests are skipped with a message.
 */
export function installPrograms(): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const missing = programs.filter(({ file }) => !existsSync(file))
  if (missing.length === 0) return
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...words: string[]) =>
    spawnSync('apt-get', ['-qq', ...words], { env: environment, stdio: ['ignore', 'ignore', 2] }).status === 0
  const names = missing.map(({ packages: [name] }) => name).join(' and ')
  process.stderr.write(`Installing ${names} for the tests (once; about a minute) ...\n`)
  const ready = apt('update')
  for (const { packages } of missing) {
    const installed = ready && packages.some((name) => apt('install', '-y', '--no-install-recommends', name))
    if (!installed) process.stderr.write(`${packages[0]} could not be installed.\n`)
  }
}
