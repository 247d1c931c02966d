import { dirname, join } from 'node:path'
import { leanEnvironment, type ProgramCommand } from '../../client/local/daemon-program.ts'

export const unitName = 'companion.service'

/** Where the system unit keeps its home: what `StateDirectory` makes. */
export const systemHome = '/var/lib/companion'

export interface UnitOptions {
  readonly command: ProgramCommand
  readonly home: string
  /** Where the daemon listens for the programs of its machine; outside the home where that path is too long. */
  readonly socket: string
}

/**
 * What both units keep from the daemon. `MemoryDenyWriteExecute` is not among it: V8 compiles while it runs. A file that is
 * written anew is given the owner it had, which without capabilities can be no other than before.
 */
const hardening = `UMask=0077
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
PrivateTmp=yes
PrivateDevices=yes
PrivateUsers=yes
PrivateMounts=yes
ProtectClock=yes
ProtectHostname=yes
ProtectControlGroups=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
LockPersonality=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallFilter=@chown
SystemCallErrorNumber=EPERM
KeyringMode=private`

/** The unit for the service manager of a user: it may write to the home and nowhere else. */
export function userUnit(options: UnitOptions): string {
  const { home, socket } = options
  const folder = dirname(socket)
  // The daemon makes the folder of such a socket itself.
  const writable = folder === home ? [home] : [home, dirname(folder)]
  return unit(options, 'default.target', [
    ...writable.map((path) => `ReadWritePaths=${quoted(path)}`),
    hardening,
  ])
}

/** The unit for the system's manager: a user of its own that exists while it runs, with `systemHome` for its home. */
export function systemUnit(command: ProgramCommand): string {
  const more = [
    'DynamicUser=yes',
    `StateDirectory=${systemHome.replace('/var/lib/', '')}`,
    'StateDirectoryMode=0700',
    hardening,
    'ProtectHome=yes',
    'ProtectProc=invisible',
    'PrivateIPC=yes',
    'RemoveIPC=yes',
    'DevicePolicy=closed',
  ]
  return unit(
    { command, home: systemHome, socket: join(systemHome, 'daemon.sock') },
    'multi-user.target',
    more,
  )
}

/** The home that a unit names; null where it names none. */
export function homeOfUnit(text: string): string | null {
  const [, home] = /^Environment="COMPANION_HOME=(.*)"$/m.exec(text) ?? []
  return home === undefined ? null : home.replaceAll('%%', '%').replaceAll(/\\(["\\])/g, '$1')
}

function unit(
  { command: { program, args }, home }: UnitOptions,
  wantedBy: string,
  more: readonly string[],
): string {
  const environment = { COMPANION_HOME: home, ...leanEnvironment }
  const [start, ...words] = [program, ...args].map(quoted)
  // The greeting on stdout would put the setup code into the journal; the log is in the home.
  return `[Unit]
Description=Companion
After=network.target

[Service]
Type=exec
ExecStart=:${start} ${words.join(' ')}
${Object.entries(environment)
  .map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}`)
  .join('\n')}
StandardOutput=null
StandardError=journal
Restart=on-failure
RestartSec=2s
RestartPreventExitStatus=69 75
KillMode=mixed
TimeoutStopSec=10s
${more.join('\n')}

[Install]
WantedBy=${wantedBy}
`
}

/** A word as units have it: in quotes, with what systemd would expand doubled. */
const quoted = (word: string) => `"${word.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('%', '%%')}"`
