import { statfsSync } from 'node:fs'

/** What a file system means for a database. */
export interface Filesystem {
  readonly name: string
  readonly kind: 'local' | 'network' | 'memory' | 'no_rights'
}

/** File systems by the numbers that Linux has for them (linux/magic.h). */
const filesystems: Readonly<Record<number, readonly [Filesystem['name'], Filesystem['kind']]>> = {
  0xef53: ['ext4', 'local'],
  0x9123683e: ['Btrfs', 'local'],
  0x58465342: ['XFS', 'local'],
  0x2fc12fc1: ['ZFS', 'local'],
  0xf2f52010: ['F2FS', 'local'],
  0x794c7630: ['overlayfs', 'local'],
  0xca451a4e: ['bcachefs', 'local'],
  0x6969: ['NFS', 'network'],
  0xff534d42: ['SMB', 'network'],
  0xfe534d42: ['SMB', 'network'],
  0x517b: ['SMB', 'network'],
  0x00c36400: ['Ceph', 'network'],
  0x01021997: ['9P', 'network'],
  0x5346414f: ['AFS', 'network'],
  0x01021994: ['tmpfs', 'memory'],
  0x858458f6: ['ramfs', 'memory'],
  0x4d44: ['FAT', 'no_rights'],
  0x2011bab0: ['exFAT', 'no_rights'],
}

/** How virtual machines show the disk of the machine that they run on: one machine alone writes there. */
const shared: ReadonlySet<string> = new Set(['9P'])

/** A file system by its number on Linux; null for one that is not known. */
export function filesystemOf(type: number): Filesystem | null {
  const [name, kind] = filesystems[type >>> 0] ?? []
  return name && kind ? { name, kind } : null
}

/** A home lies on a network disk: the locks of SQLite do not hold there, and two machines could write at once. */
export class HomeOnNetworkDisk extends Error {
  constructor(path: string, name: string) {
    super(
      `${path} is on a network disk (${name}), where databases get damaged: set COMPANION_HOME to a folder on a disk of this machine`,
    )
  }
}

/** Throws `HomeOnNetworkDisk` for the file system of that number, by default that of the folder. Looks on Linux alone. */
export function assertLocalDisk(path: string, type: number | null = typeAt(path)): void {
  const filesystem = type === null ? null : filesystemOf(type)
  if (filesystem?.kind === 'network' && !shared.has(filesystem.name))
    throw new HomeOnNetworkDisk(path, filesystem.name)
}

const typeAt = (path: string) => (process.platform === 'linux' ? statfsSync(path).type : null)
