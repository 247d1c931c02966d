import assert from 'node:assert/strict'
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { folderRefusal, isOfSystem } from '../../../daemon/features/backups/offsite/own-folder.ts'
import { temporaryFolder } from '../../support/daemon.ts'

const root = temporaryFolder()
after(() => rmSync(root, { recursive: true, force: true }))
const home = join(root, 'home')
mkdirSync(home)

describe('A folder for backups', () => {
  it('is none of the system’s', () => {
    for (const path of [
      '/',
      '/etc',
      '/etc/companion',
      '/usr',
      '/usr/local/share',
      '/bin',
      '/boot/efi',
      '/dev/shm',
      '/proc/self',
      '/sys',
      '/var',
      '/var/lib/companion',
      '/var/log',
      '/run',
      '/run/user',
      '/lib/x',
      '/System/Volumes',
      '/Library/Backups',
      '/Applications',
      '/private/etc',
      '/private/var/db',
    ])
      assert.equal(isOfSystem(path, 'linux'), true, path)
    const environment = { SystemRoot: 'C:\\WINDOWS', ProgramFiles: 'C:\\Program Files' }
    for (const path of [
      'C:\\',
      'd:/',
      'c:\\windows\\Temp',
      'C:\\Program Files\\Companion',
      'C:\\$Recycle.Bin\\x',
      'D:\\System Volume Information',
      'C:\\Boot',
    ])
      assert.equal(isOfSystem(path, 'win32', environment), true, path)
  })

  it('may be on any disk of somebody’s own', () => {
    for (const path of [
      '/home/olga/backups',
      '/media/olga/USB',
      '/mnt/nas/companion',
      '/run/media/olga/USB',
      '/srv/b',
      '/run/user/1000/gvfs/smb',
      '/var/home/olga/b',
      '/private/var/folders/x',
      '/dev/shm/x',
      '/Volumes/NAS',
      '/Users/olga/b',
      '/etcetera',
      '/root/b',
    ])
      assert.equal(isOfSystem(path, 'linux'), false, path)
    const environment = { SystemRoot: 'C:\\Windows' }
    for (const path of ['C:\\Users\\olga\\b', 'E:\\Companion', '\\\\nas\\backups', 'C:\\Windows.old'])
      assert.equal(isOfSystem(path, 'win32', environment), false, path)
  })

  it('is looked at by where its links lead, and is not made to find out', async (t) => {
    if (process.platform === 'win32') return t.skip('links want rights on Windows')
    const link = join(root, 'link')
    symlinkSync('/etc', link)
    symlinkSync(home, join(root, 'back'))
    const refusalOf = (folder: string) => folderRefusal({ folder, home })
    assert.equal(await refusalOf(link), 'of_system')
    assert.equal(await refusalOf(join(link, 'companion')), 'of_system')
    assert.equal(await refusalOf('/etc/companion'), 'of_system')
    assert.equal(await refusalOf(join(root, 'back', 'deep', 'down')), 'in_home')
    assert.equal(await refusalOf(home), 'in_home')
    assert.equal(await refusalOf(join(root, 'good')), null)
    assert.deepEqual([existsSync('/etc/companion'), existsSync(join(home, 'deep'))], [false, false])
    // Nobody’s own, unless it belongs to whoever asks.
    if (process.platform === 'linux' && process.getuid?.() !== 0)
      assert.equal(await refusalOf(tmpdir()), 'of_system')
  })
})
