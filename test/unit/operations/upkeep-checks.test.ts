import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import {
  type CertifiedKey,
  certifyNewKey,
  makeAuthority,
} from '../../../daemon/features/certificates/signing.ts'
import { iso } from '../../../daemon/kernel/clock.ts'
import type { Home } from '../../../daemon/kernel/home.ts'
import { freshHome, look, named, wellRunning } from '../../support/looked.ts'

const day = 86_400_000
const now = Date.now()
const ago = (days: number) => iso(now - days * day)

const configure = (home: Home, config: object) => writeFileSync(home.config, JSON.stringify(config))

describe('The check of backups', () => {
  function backUp(home: Home, days: number, more: object = {}): string {
    const file = join(home.backups, `${days}.db`)
    writeFileSync(file, 'a copy')
    const note = { created_at: ago(days), bytes: 6, intact: true, ...more }
    writeFileSync(join(home.backups, `${days}.json`), JSON.stringify(note))
    return file
  }

  it('finds the newest one, whichever file it is in', async () => {
    const home = freshHome()
    backUp(home, 1)
    backUp(home, 9)
    const [finding] = await look(home, 'backups')
    assert.equal(finding?.finding, 'backups_fine')
    assert.match(finding.text, /^There are 2; the newest is 1 day old \(6 bytes\)\.$/)
  })

  it('finds one that is old, and one that is very old', async () => {
    const home = freshHome()
    backUp(home, 5)
    const [old] = await look(home, 'backups')
    assert.deepEqual([old?.level, old?.finding], ['warning', 'backups_old'])
    assert.equal(old?.command, 'companion backups create')
    assert.match(old.text, /^The newest one is 5 days old;/)
    assert.deepEqual(named(await look(home, 'backups', { now: now + 20 * day })), ['problem backups_old'])
    configure(home, { backups: { daily: false } })
    assert.deepEqual(named(await look(home, 'backups')), ['ok backups_fine'])
    assert.deepEqual(named(await look(home, 'backups', { now: now + 40 * day })), ['warning backups_off'])
  })

  it('finds one that is damaged, by its note or by its size', async () => {
    const home = freshHome()
    const file = backUp(home, 1)
    truncateSync(file, 3)
    assert.deepEqual(named(await look(home, 'backups')), ['problem backups_damaged'])
    backUp(home, 0, { intact: false })
    assert.deepEqual(named(await look(home, 'backups')), ['problem backups_damaged'])
  })

  it('counts one without a note by its file', async () => {
    const home = freshHome()
    const file = join(home.backups, 'before.db')
    writeFileSync(file, 'a copy')
    utimesSync(file, new Date(now - 4 * day), new Date(now - 4 * day))
    assert.deepEqual(named(await look(home, 'backups')), ['warning backups_old'])
  })

  it('finds none, which is a problem once the home is some days old', async () => {
    const home = freshHome()
    assert.deepEqual(named(await look(home, 'backups')), ['ok backups_empty'])
    assert.deepEqual(named(await look(home, 'backups', { now: now + 5 * day })), ['problem backups_none'])
  })
})

describe('The check of backups on another disk', () => {
  const state = { last_snapshot_at: ago(0), snapshots: 3, trouble: null, trouble_since: null }

  function withFolder(more: object = {}) {
    const home = freshHome()
    const folder = `${home.path}-disk`
    mkdirSync(folder)
    writeFileSync(join(folder, 'recipient.txt'), 'age1own\n')
    writeFileSync(home.offsiteKeys, JSON.stringify({ recipient: 'age1own' }))
    writeFileSync(home.offsiteState, JSON.stringify({ ...state, ...more }))
    configure(home, { backups: { destination: folder } })
    return { home, folder }
  }

  it('says that there are none', async () => {
    const [finding] = await look(freshHome(), 'offsite')
    assert.deepEqual([finding?.level, finding?.finding], ['warning', 'offsite_none'])
    assert.equal(finding?.command, 'companion backups set-destination FOLDER')
  })

  it('finds a folder that is reached, though on the same disk', async () => {
    const { home } = withFolder()
    assert.deepEqual(named(await look(home, 'offsite')), ['ok offsite_fine', 'warning offsite_same_disk'])
  })

  it('finds a disk that is away, and how long it has been', async () => {
    const { home, folder } = withFolder({ last_snapshot_at: ago(2) })
    rmSync(folder, { recursive: true })
    const [finding] = await look(home, 'offsite')
    assert.deepEqual([finding?.level, finding?.finding], ['warning', 'offsite_away'])
    assert.match(finding?.text ?? '', /2 days ago\.$/)
    assert.deepEqual(named(await look(home, 'offsite', { now: now + 5 * day })), ['problem offsite_away'])
  })

  it('finds the last error', async () => {
    const { home } = withFolder({ trouble: 'full', trouble_since: ago(1) })
    const [finding] = await look(home, 'offsite')
    assert.deepEqual([finding?.level, finding?.finding], ['problem', 'offsite_trouble_full'])
  })

  it('finds an old snapshot, the folder of another household, and keys that are gone', async () => {
    const { home, folder } = withFolder({ last_snapshot_at: ago(10) })
    assert.equal((await look(home, 'offsite'))[0]?.finding, 'offsite_old')
    writeFileSync(join(folder, 'recipient.txt'), 'age1other\n')
    const [foreign] = await look(home, 'offsite')
    assert.equal(foreign?.finding, 'offsite_foreign')
    assert.equal(foreign.command, `companion backups set-destination '${folder}'`)
    rmSync(home.offsiteKeys)
    assert.deepEqual(named(await look(home, 'offsite')), ['problem offsite_no_keys'])
  })
})

describe('The check of certificates', () => {
  let authority: CertifiedKey
  before(async () => {
    authority = await makeAuthority({ from: now - 3_000 * day, until: now + 652 * day })
  })

  async function withCertificate(from: number, until: number) {
    const home = freshHome()
    const holder = {
      name: 'Companion',
      usage: 'server',
      alternatives: [{ type: 'dns', value: 'localhost' }],
    } as const
    const made = await certifyNewKey(authority, holder, { from: now + from * day, until: now + until * day })
    const [cert, key] = [join(home.path, 'cert.pem'), join(home.path, 'key.pem')]
    writeFileSync(cert, made.certificate)
    writeFileSync(key, made.key)
    configure(home, { mode: 'detached', tls: { cert, key } })
    return home
  }

  it('says that none is used on this machine alone', async () => {
    assert.deepEqual(named(await look(freshHome(), 'certificates')), ['ok certificates_unused'])
  })

  it('finds the certificate of the server valid, ending, at its end, and not valid yet', async () => {
    assert.deepEqual(named(await look(await withCertificate(-1, 60), 'certificates')), [
      'ok certificate_fine',
    ])
    const [ending] = await look(await withCertificate(-80, 5.5), 'certificates')
    assert.deepEqual([ending?.level, ending?.finding], ['warning', 'certificate_ending'])
    assert.match(ending?.text ?? '', /, in 5 days\./)
    const [ended] = await look(await withCertificate(-80, -1), 'certificates')
    assert.deepEqual([ended?.level, ended?.finding], ['problem', 'certificate_ended'])
    assert.equal(ended?.command, 'companion daemon restart')
    assert.deepEqual(named(await look(await withCertificate(3, 80), 'certificates')), [
      'problem certificate_not_yet',
    ])
  })

  it('finds a file that is no certificate, or of another key', async () => {
    const home = await withCertificate(-1, 60)
    writeFileSync(join(home.path, 'key.pem'), authority.key)
    const [other] = await look(home, 'certificates')
    assert.equal(other?.finding, 'certificate_broken')
    assert.match(other.text, /the key is of another certificate$/)
    rmSync(join(home.path, 'cert.pem'))
    assert.deepEqual(named(await look(home, 'certificates')), ['problem certificate_broken'])
  })

  it('takes the certificate that the household signs from the daemon', async () => {
    const home = freshHome()
    configure(home, { mode: 'detached', tls: { local: true } })
    writeFileSync(home.authority, `${authority.certificate}\n${authority.key}`)
    assert.deepEqual(named(await look(home, 'certificates')), ['ok authority_fine', 'ok certificates_coming'])
    const certificate = readFileSync(join((await withCertificate(-80, -1)).path, 'cert.pem'), 'utf8')
    assert.deepEqual(named(await look(home, 'certificates', { running: { ...wellRunning, certificate } })), [
      'ok authority_fine',
      'problem certificate_ended',
    ])
  })

  it('finds an authority that ends, has ended or is broken', async () => {
    const home = freshHome()
    writeFileSync(home.authority, `${authority.certificate}\n${authority.key}`)
    const first = async (at: number) => (await look(home, 'certificates', { now: at }))[0]
    assert.equal((await first(now + 600 * day))?.finding, 'authority_ending')
    assert.equal((await first(now + 700 * day))?.finding, 'authority_ended')
    writeFileSync(home.authority, 'lost')
    assert.equal((await first(now))?.finding, 'authority_broken')
  })
})

describe('The check of the conversation engine', () => {
  it('finds a chosen model that is not here, not whole, and whole', async () => {
    const home = freshHome()
    const { models } = JSON.parse(readFileSync('models/manifest.json', 'utf8')) as {
      models: { id: string; purpose: string; files: { name: string; bytes: number }[] }[]
    }
    const chat = models.find(({ purpose }) => purpose === 'chat')
    const [file] = chat?.files ?? []
    if (!chat || !file) throw new Error('the manifest has no chat model')
    configure(home, { engine: { local: { model: chat.id } } })
    const [missing] = await look(home, 'engine')
    assert.equal(missing?.finding, 'engine_model_missing')
    assert.equal(missing.command, `companion engine use-local ${chat.id} --download`)
    mkdirSync(join(home.models, chat.id))
    const path = join(home.models, chat.id, file.name)
    writeFileSync(path, 'GGUF')
    assert.deepEqual(named(await look(home, 'engine')), ['problem engine_model_short'])
    // A hole in a file takes no room.
    truncateSync(path, file.bytes)
    assert.deepEqual(named(await look(home, 'engine')), ['ok engine_model_fine'])
  })

  it('finds a model by its path', async () => {
    const home = freshHome()
    const model = join(home.path, 'own.gguf')
    configure(home, { engine: { local: { model } } })
    assert.deepEqual(named(await look(home, 'engine')), ['problem engine_model_no_file'])
    writeFileSync(model, 'GGUF')
    assert.deepEqual(named(await look(home, 'engine')), ['ok engine_model_fine'])
  })

  it('finds a server that fails, as the daemon has seen it', async () => {
    const home = freshHome()
    assert.deepEqual(named(await look(home, 'engine')), ['ok engine_built_in'])
    configure(home, { engine: { base_url: 'http://127.0.0.1:1234/v1', model: 'small' } })
    assert.deepEqual(named(await look(home, 'engine')), ['ok engine_servers_unasked'])
    const server = { circuit: 'closed', last_failure: null, answered: true }
    const running = { ...wellRunning, servers: [server] }
    assert.deepEqual(named(await look(home, 'engine', { running })), ['ok engine_servers_fine'])
    const [failing] = await look(home, 'engine', {
      running: { ...running, servers: [{ ...server, circuit: 'open', last_failure: 'unreachable' }] },
    })
    assert.equal(failing?.finding, 'engine_server_fails')
    assert.match(failing.text, /127\.0\.0\.1:1234:small fails \(unreachable\)/)
  })
})
