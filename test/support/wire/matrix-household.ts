import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import type { OperationName } from '../../../daemon/client/types.ts'
import { ManualClock } from '../clock.ts'
import { deviceWithPin } from '../pin-device.ts'
import { password, personOf, signIn, startTestDaemon, type TestDaemon } from '../daemon.ts'
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

/** A daemon with people who try what they may, while the clock stands still. */
export class MatrixHousehold implements AsyncDisposable {
  readonly daemon: TestDaemon
  readonly clock: ManualClock
  /** A token of the owner's that has run out. */
  readonly expired: string
  readonly #tokens = new Map<string, string>()
  readonly #restricted = new Map<string, string>()
  #names = 0

  private constructor(daemon: TestDaemon, clock: ManualClock, expired: string) {
    this.daemon = daemon
    this.clock = clock
    this.expired = expired
  }

  static async start(): Promise<MatrixHousehold> {
    const clock = new ManualClock()
    const daemon = await startTestDaemon({ clock })
    const { access_token: expired } = await daemon.owner()
    const matrix = new MatrixHousehold(daemon, clock, expired)
    for (const [username, roles] of [['mia'], ['noa'], ['ada', ['admin']]] as const)
      await matrix.#add(username, roles)
    // From here on the clock stands still.
    clock.advance(900_000)
    matrix.#tokens.clear()
    return matrix
  }

  async #add(username: string, roles: readonly string[] = []): Promise<string> {
    const payload = personOf(username, { roles })
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
    const known = this.#tokens.get(username) ?? (await signIn(this.daemon, username)).access_token
    this.#tokens.set(username, known)
    return known
  }

  /** Gets somebody of nobody's cells back in with backup codes: each time the answer is a token of another session. */
  async recoverer(): Promise<() => Promise<string>> {
    const post = (path: string, payload: object, token?: string) =>
      rest(this.daemon, `POST /auth/${path}`, { token, payload })
    const codes: string[] = []
    let last = ''
    return async () => {
      // One that no cell has ended goes on.
      const going = await rest(this.daemon, 'GET /auth/session', { token: last })
      if (last !== '' && going.status === 200) return last
      if (codes.length === 0) {
        this.#names += 1
        const other = await this.#add(`r${this.#names}`, ['admin'])
        const token = await this.memberToken(other)
        const made = await post('mfa/backup-codes', {}, token)
        codes.push(...made.body.data.codes.map((code: string) => `${other} ${code}`))
      }
      const [who = '', backup_code = ''] = (codes.pop() ?? '').split(' ')
      const { status, body } = await post('recover', { username: who, backup_code })
      assert.equal(status, 200, JSON.stringify(body))
      last = body.data.access_token as string
      return last
    }
  }

  /** A token of a member's session that may do less than the member, the same one each time. */
  async restrictedToken(username: string, by: 'pin' | 'master'): Promise<string> {
    const known = this.#restricted.get(`${by} ${username}`)
    if (known !== undefined) return known
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

  #byMaster(username: string) {
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
    await this.daemon[Symbol.asyncDispose]()
  }
}
