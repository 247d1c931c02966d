import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { decodeJwt } from 'jose'
import type { OperationName } from '../../../daemon/client/types.ts'
import { locateHome } from '../../../daemon/kernel/home.ts'
import { ManualClock } from '../clock.ts'
import { deviceWithPin } from '../pin-device.ts'
import { trustAuthority } from '../certificate.ts'
import {
  login,
  password,
  personOf,
  signIn,
  startTestDaemon,
  temporaryFolder,
  type TestDaemon,
} from '../daemon.ts'
import { createMigratedHome } from '../migrated.ts'
import { soon } from '../processes.ts'
import type { Belongings } from './cases/case.ts'
import { type Protocol, protocols } from './protocols.ts'
import { rest } from './rest.ts'

/** The usernames of those in whose name a cell of a matrix is tried; the owner is `olga`. */
export interface People {
  readonly member: string
  readonly other: string
  readonly admin: string
}

/** The people of cells that change nobody for good. */
export const household: People = { member: 'mia', other: 'noa', admin: 'ada' }

/** The password of those who recover, until they have. */
const forgotten = 'amber lantern drifts south'

/** A daemon with people who try what they may, while the clock stands still. */
export class MatrixHousehold implements AsyncDisposable {
  daemon: TestDaemon
  readonly clock: ManualClock
  readonly #home: string
  /** A token of the owner's that has run out. */
  readonly expired: string
  readonly #tokens = new Map<string, string>()
  readonly #restricted = new Map<string, string>()
  readonly #enrolling: string[] = []
  #recovered: { readonly who: { username: string; codes: string[] }; readonly token: string } | null = null
  #renewed = ''
  #names = 0

  private constructor(daemon: TestDaemon, clock: ManualClock, home: string, expired: string) {
    this.daemon = daemon
    this.clock = clock
    this.#home = home
    this.expired = expired
  }

  /** With `enrolling`, some have signed in while everybody had to have a second factor, which they have not. */
  static async start({ enrolling = 0, config = {} } = {}): Promise<MatrixHousehold> {
    const clock = new ManualClock()
    const home = temporaryFolder()
    createMigratedHome(locateHome({ COMPANION_HOME: home }))
    const open = (more: object = {}) => startTestDaemon({ clock, home, config: { ...config, ...more } })
    let daemon = await open()
    if ('mode' in config) trustAuthority(daemon)
    const { access_token: expired } = await daemon.owner()
    const matrix = new MatrixHousehold(daemon, clock, home, expired)
    for (const [username, roles] of [['mia'], ['noa'], ['ada', ['admin']], ['ena']] as const)
      await matrix.#add(username, roles)
    // From here on the clock stands still. What has become due by then is over before anything is tried.
    clock.advance(900_000)
    const { fullCheck, backups } = daemon.home
    await soon(() => existsSync(fullCheck) && readdirSync(backups).some((name) => name.endsWith('.db')))
    matrix.#tokens.clear()
    if (enrolling > 0) {
      await daemon.stop()
      daemon = await open({ sign_in: { second_factor: 'required' } })
      for (let count = 0; count < enrolling; count += 1)
        matrix.#enrolling.push((await signIn(daemon, 'ena')).access_token)
      await daemon.stop()
      matrix.daemon = await open()
    }
    return matrix
  }

  async #add(username: string, roles: readonly string[] = [], secret = password): Promise<string> {
    const payload = personOf(username, { roles, password: secret })
    const token = await this.memberToken('olga')
    const { status, body } = await rest(this.daemon, 'POST /auth/register', { token, payload })
    assert.equal(status, 201, JSON.stringify(body))
    return username
  }

  /** People of whom nobody knows yet. */
  async newPeople(): Promise<People> {
    this.#names += 1
    const [member, other, admin] = ['m', 'o', 'a'].map((letter) => `${letter}${this.#names}`) as [
      string,
      string,
      string,
    ]
    return {
      member: await this.#add(member),
      other: await this.#add(other),
      admin: await this.#add(admin, ['admin']),
    }
  }

  /** A token of a member, the same one each time: the clock stands still, so it holds and its sign-in is recent. */
  async memberToken(username: string): Promise<string> {
    const token = this.#tokens.get(username) ?? (await signIn(this.daemon, username)).access_token
    this.#tokens.set(username, token)
    return token
  }

  /** Somebody of nobody's cells whom a backup code lets back in, and their codes. */
  async #forgetful() {
    this.#names += 1
    const username = `r${this.#names}`
    await this.#add(username, ['admin'], forgotten)
    const { body } = await login(this.daemon, username, forgotten)
    const made = await rest(this.daemon, 'POST /auth/mfa/backup-codes', {
      token: body.data.access_token,
      payload: {},
    })
    const codes: string[] = made.body.data.codes
    return { username, codes }
  }

  async #recover({ username, codes }: { username: string; codes: string[] }): Promise<string> {
    const payload = { username, backup_code: codes.pop() }
    const { status, body } = await rest(this.daemon, 'POST /auth/recover', { payload })
    assert.equal(status, 200, JSON.stringify(body))
    return body.data.access_token
  }

  async #goesOn(token: string | undefined): Promise<boolean> {
    return token !== undefined && (await rest(this.daemon, 'GET /auth/session', { token })).status === 200
  }

  /** A token of a session that a backup code has opened: the same one until a cell has ended it. */
  async recoveredToken(): Promise<string> {
    const { token, who } = this.#recovered ?? {}
    if (token !== undefined && (await this.#goesOn(token))) return token
    const next = who && who.codes.length > 0 ? who : await this.#forgetful()
    this.#recovered = { who: next, token: await this.#recover(next) }
    return this.#recovered.token
  }

  /** A token of an admin's who has set a new password after a backup code, of another one where it is to be `fresh`. */
  async newPasswordToken(fresh: boolean): Promise<string> {
    if (!fresh && (await this.#goesOn(this.#renewed))) return this.#renewed
    const token = await this.#recover(await this.#forgetful())
    const payload = { new_password: password }
    const { status, body } = await rest(this.daemon, 'POST /auth/recover/password', { token, payload })
    assert.equal(status, 200, JSON.stringify(body))
    this.#renewed = body.data.access_token
    return this.#renewed
  }

  /** A token of somebody who has to set up a second factor first: the same one until a cell has ended it. */
  async enrollingToken(): Promise<string> {
    while (this.#enrolling.length > 0 && !(await this.#goesOn(this.#enrolling[0]))) this.#enrolling.shift()
    const [token] = this.#enrolling
    assert.ok(token, 'the cells have ended more of these sessions than there are')
    return token
  }

  /** A token of a member's session that may do less than the member, the same one each time. */
  async restrictedToken(username: string, by: 'pin' | 'master'): Promise<string> {
    const cached = this.#restricted.get(`${by} ${username}`)
    if (cached !== undefined) return cached
    const opened = by === 'pin' ? await this.#byPin(username) : await this.#byMaster(username)
    assert.equal(opened.status, 200, JSON.stringify(opened.body))
    const token: string = opened.body.data.access_token
    this.#restricted.set(`${by} ${username}`, token)
    return token
  }

  async #byPin(username: string) {
    const device = await deviceWithPin(this.daemon, username, this.clock)
    return device.withPin(device.pin)
  }

  async #byMaster(username: string) {
    const token = await this.memberToken(username)
    await rest(this.daemon, 'PUT /auth/profile/owner-access', { token, payload: { allowed: true } })
    return rest(this.daemon, 'POST /auth/login', { payload: { username, password, master: true } })
  }

  async belongingsOf({ member }: People): Promise<Belongings> {
    const access_token = await this.memberToken(member)
    const family_member_uuid = String(decodeJwt(access_token).sub)
    const as = async (token: string, operation: OperationName, input: object = {}) => {
      const { status, result } = await protocols.REST(this.daemon)(token, operation, input)
      assert.ok(status < 300, `${operation}: ${status}`)
      return result
    }
    const asOwner = async (operation: OperationName, input: object = {}) =>
      as(await this.memberToken('olga'), operation, input)
    const pairingCode = async () => {
      const offered = await as(access_token, 'devices.pair', { name: 'Phone', kind: 'phone' })
      return offered.pairing_code as string
    }
    const asMember = (operation: OperationName, input: object = {}) => as(access_token, operation, input)
    return {
      username: member,
      family_member_uuid,
      asOwner,
      asMember,
      memory: async () => {
        const content = `a memory of ${randomUUID()}`
        return (await asMember('memory.store', { content })).memory.memory_uuid
      },
      pairingCode,
      session: () => signIn(this.daemon, member),
      tabKey: async () => {
        const { access_token: token, refresh_token } = await signIn(this.daemon, member)
        return (await as(token, 'auth.keep_tab', { refresh_token })).tab_key as string
      },
      device: async () => {
        const payload = { pairing_code: await pairingCode() }
        return (await rest(this.daemon, 'POST /auth/devices/pair', { payload })).body.data.device.device_uuid
      },
      interaction: async (type, more = {}) => {
        const asked = type === 'dismissed' ? { requirement: 'optional', interaction_type: 'question' } : {}
        const put = { user_id: family_member_uuid, interaction_type: type, prompt: 'Tea?', ...asked, ...more }
        const { interaction } = await asOwner('interactions.simulate', put)
        const { interaction_id } = interaction
        if (type === 'dismissed') await as(access_token, 'interactions.dismiss', { interaction_id })
        return interaction_id
      },
    }
  }

  /** The status of a call, also where the connection is refused before it. */
  async statusOver(protocol: Protocol, token: string | null, name: OperationName, input: object) {
    try {
      return (await protocols[protocol](this.daemon)(token, name, input)).status
    } catch (error) {
      const refused = /^Unexpected server response: (\d+)$/.exec((error as Error).message)
      if (!refused) throw error
      return Number(refused[1])
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.daemon.stop()
    rmSync(this.#home, { recursive: true, force: true })
  }
}
