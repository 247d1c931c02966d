import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { cli, type CliOptions, cliProcess, RunningCli, spawnCli, withPassword } from '../../support/cli.ts'
import {
  personOf,
  signIn,
  startTestDaemon,
  temporaryFolder,
  type TestDaemon,
  type TestMember,
} from '../../support/daemon.ts'
import { keyOf } from '../../support/wire/keys.ts'
import { rest } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'

let daemon: TestDaemon
let owner: TestMember
let withKey: CliOptions
/** Hears what is put to the owner. */
let socket: TestSocket

before(async () => {
  // Some questions expire meanwhile.
  daemon = await startTestDaemon({ clock: systemClock })
  owner = await daemon.owner()
  await daemon.member(owner, 'mia')
  withKey = { environment: { COMPANION_KEY: (await keyOf(daemon, 'olga', ['ask'], 'Deployment')).key } }
  socket = await TestSocket.open(daemon, owner.access_token)
  await socket.ask('subscribe', { topics: ['interaction.notifications'] })
})

after(async () => {
  await socket[Symbol.asyncDispose]()
  await daemon[Symbol.asyncDispose]()
})

/** Asks as a script with a key would, and lets somebody do something about it once it is there. */
async function answered(
  args: readonly string[],
  act: (interaction: { interaction_id: string }) => Promise<unknown> = async () => {},
  command = cli,
) {
  const prompt = `Question ${crypto.randomUUID()}`
  const running = command(daemon.home.path, ['ask', prompt, ...args], withKey)
  const { data } = await socket.next(({ data: { interaction } }) => interaction?.prompt === prompt)
  await act(data.interaction)
  return { ...(await running), interaction: data.interaction }
}

const act =
  (action: string, body?: object, token = owner.access_token) =>
  async ({ interaction_id }: { interaction_id: string }) => {
    const route = `POST /interactions/${interaction_id}/${action}`
    const { status } = await rest(daemon, route, { token, ...(body && { body }) })
    assert.equal(status, 200)
  }

describe('companion ask', { concurrency: 3 }, () => {
  test('prints the answer and exits with 0', async () => {
    const answer = act('answer', { answer_text: 'green' })
    const { code, stdout } = await answered(['--wait'], answer, cliProcess)
    assert.deepEqual([code, stdout], [0, 'green\n'])
  })

  test('exits with 0 for an approval, with 1 for a rejection', async () => {
    const approval = ['--type', 'approval', '--wait']
    const [yes, no] = await Promise.all([
      answered(approval, act('approve')),
      answered(approval, act('reject'), cliProcess),
    ])
    assert.deepEqual([yes.code, yes.stdout], [0, 'approved\n'])
    assert.deepEqual([no.code, no.stdout], [1, 'rejected\n'])
  })

  test('exits with 2 where it expires, with 3 where it is cancelled, with 4 where the time is up', async () => {
    const [late, gone, open] = await Promise.all([
      answered(['--expires-in', '1s', '--wait']),
      answered(['--wait'], act('cancel')),
      answered(['--wait', '1s']),
    ])
    assert.deepEqual([late.code, late.stdout, late.stderr], [2, '', 'It has expired.\n'])
    assert.deepEqual([gone.code, gone.stdout, gone.stderr], [3, '', 'It was cancelled.\n'])
    assert.deepEqual([open.code, open.stdout], [4, ''])
    assert.match(open.stderr, new RegExp(`stays open: ${open.interaction.interaction_id}`))
  })

  test('exits with 0 where a notice was seen, with 3 where the program took it back', async () => {
    const notice = ['--type', 'ack', '--wait']
    const [seen, taken] = await Promise.all([
      answered(notice, act('cancel')),
      answered(notice, act('cancel', undefined, withKey.environment?.['COMPANION_KEY'])),
    ])
    assert.deepEqual([seen.code, seen.stdout], [0, 'seen\n'])
    assert.equal(taken.code, 3)
  })

  test('prints everything as JSON where that is asked for', async () => {
    const [answer, late] = await Promise.all([
      answered(
        ['--wait', '--json', '--option', 'tea', '--option', 'coffee'],
        act('answer', { answer_text: 'tea', answer_json: { sugar: 1 } }),
      ),
      answered(['--wait', '--json', '--expires-in', '1']),
    ])
    const { interaction, events } = answer.json()
    assert.deepEqual(
      [interaction.interaction_type, interaction.answer_text, interaction.answer_json],
      ['choice', 'tea', { sugar: 1 }],
    )
    assert.deepEqual([events[0].via, events[1].via], ['Deployment', null])
    assert.deepEqual([late.code, late.json().interaction.status], [2, 'expired'])
  })

  test('without --wait it prints the id, and a repeated idempotency key asks once', async () => {
    const args = ['ask', 'Anything?', '--title', 'A title', '--severity', 'high', '--idempotency-key', 'once']
    const first = await cli(daemon.home.path, args, withKey)
    const again = await cli(daemon.home.path, args, withKey)
    assert.deepEqual([first.code, again.stdout], [0, first.stdout])
    const { body } = await rest(daemon, `GET /interactions/${first.stdout.trim()}`, {
      token: owner.access_token,
    })
    assert.deepEqual([body.interaction.title, body.interaction.severity], ['A title', 'high'])
  })

  test('Ctrl-C leaves the question open and says so', async () => {
    const prompt = 'Interrupted?'
    const child = spawnCli(daemon.home.path, ['ask', prompt, '--wait'], withKey)
    const [output, closed] = [text(child.stderr), once(child, 'close')]
    const { data } = await socket.next((message) => message.data.interaction?.prompt === prompt)
    const { interaction_id } = data.interaction
    child.kill('SIGINT')
    assert.match(await output, new RegExp(`interrupted; the question stays open\n.* get ${interaction_id}`))
    assert.deepEqual(await closed, [130, null])
    const { body } = await rest(daemon, `GET /interactions/${interaction_id}`, { token: owner.access_token })
    assert.equal(body.interaction.status, 'pending')
  })

  test('no failure looks like an answer: each is ten above its usual code', async () => {
    const home = temporaryFolder()
    const bad: [number, string, string[], CliOptions][] = [
      [12, daemon.home.path, ['ask'], withKey],
      [12, daemon.home.path, ['ask', 'Tea?', '--type', 'riddle'], withKey],
      [12, daemon.home.path, ['--bogus', 'ask', 'Tea?'], withKey],
      [12, daemon.home.path, ['ask', '--wait', 'Tea?'], withKey],
      [12, daemon.home.path, ['ask', 'Tea?', '--to', 'household', '--wait'], withKey],
      [12, daemon.home.path, ['ask', 'Tea?', '--type', 'choice'], withKey],
      [12, daemon.home.path, ['ask', 'Tea?'], {}],
      [13, home, ['ask', 'Tea?'], withKey],
      [14, daemon.home.path, ['ask', 'Tea?', '--to', 'mia'], withKey],
      [14, daemon.home.path, ['ask', 'Tea?'], { environment: { COMPANION_KEY: 'cmp_wrong' } }],
      [15, daemon.home.path, ['ask', 'Tea?', '--to', crypto.randomUUID()], withKey],
      [15, daemon.home.path, ['ask', 'Tea?', '--to', 'nobody', '--as-system'], {}],
    ]
    for (const [code, at, args, options] of bad) {
      const result = await cli(at, args, options)
      assert.deepEqual([result.code, result.stdout], [code, ''], `${args.join(' ')}: ${result.stderr}`)
    }
  })
})

describe('companion ask of somebody who is signed in', () => {
  test('asks themself, another by name, or the household', async () => {
    const mia = await signIn(daemon, 'mia')
    const login = await cli(daemon.home.path, ['login', '--username', 'olga'], withPassword)
    assert.equal(login.code, 0, login.stderr)
    const asked = async (...to: string[]): Promise<string[]> => {
      const { code, stderr, json } = await cli(daemon.home.path, ['ask', 'Dinner?', '--json', ...to])
      assert.equal(code, 0, stderr)
      const { interaction, interactions = [interaction] } = json()
      return interactions.map(({ user_id }: { user_id: string }) => user_id)
    }
    const [self, other] = [owner.family_member_uuid, mia.family_member_uuid]
    assert.deepEqual(await asked(), [self])
    assert.deepEqual(await asked('--to', 'OLGA'), [self])
    assert.deepEqual(await asked('--to', 'mia example'), [other])
    assert.deepEqual(await asked('--to', 'mia', '--to', self), [other, self])
    assert.deepEqual(await asked('--to', 'household'), [self, other])
    const namesake = personOf('olaf', { full_name: 'Mia Example' })
    await rest(daemon, 'POST /auth/register', { token: owner.access_token, payload: namesake })
    const { code, stderr } = await cli(daemon.home.path, ['ask', 'Dinner?', '--to', 'mia example'])
    assert.deepEqual([code, /several here are called mia example/.test(stderr)], [12, true])
    assert.deepEqual(await asked('--to', 'mia'), [other])
  })
})

describe('A key in the environment or in a file', () => {
  test('is who every command calls as, before whoever is signed in', async () => {
    const { key } = await keyOf(daemon, 'mia', ['read'], 'A reader')
    const file = join(daemon.home.path, 'reader.key')
    writeFileSync(file, `${key}\n`)
    const profile = ['auth', 'profile', '--json']
    for (const [args, options] of [
      [profile, { environment: { COMPANION_KEY: key } }],
      [['--key-file', file, ...profile], withKey],
    ] as const) {
      const { json, stderr } = await cli(daemon.home.path, args, options)
      assert.equal(json().username, 'mia', stderr)
    }
  })

  test('is never passed over: an empty or unreadable one is an error', async () => {
    for (const [args, options] of [
      [[], { environment: { COMPANION_KEY: '' } }],
      [['--key-file', join(daemon.home.path, 'nothing-there')], {}],
      [['--key-file', 'any', '--as-system'], {}],
    ] as const) {
      const { code, stdout } = await cli(daemon.home.path, ['auth', 'profile', ...args], options)
      assert.deepEqual([code, stdout], [2, ''])
    }
  })

  test('says which scope a command needs', async () => {
    const { code, stderr } = await cli(daemon.home.path, ['memory', 'recent'], withKey)
    assert.deepEqual(
      [code, stderr],
      [4, 'companion: the key was not made for this\nIt needs the scope read.\n'],
    )
  })

  test('signs nobody out', async () => {
    const before = await cli(daemon.home.path, ['status', '--json'], withKey)
    assert.equal(before.json().sign_in, 'key')
    const { stdout } = await cli(daemon.home.path, ['logout'], withKey)
    assert.match(stdout, /^Goodbye, Olga Example/)
  })

  test('watches its owner’s interactions', async () => {
    const { key } = await keyOf(daemon, 'olga', ['read'], 'A watcher')
    await using running = new RunningCli(daemon.home.path, ['watch'], { environment: { COMPANION_KEY: key } })
    await running.line(/^Connected, watching interaction\.notifications, system\.status/)
    const asked = await cli(daemon.home.path, ['ask', 'Watched?'], withKey)
    assert.equal(asked.code, 0, asked.stderr)
    await running.line(/created .*Watched\? .*through Deployment\)/)
    assert.equal(await running.end('SIGINT'), 0)
  })

  test('ends a watch once it is revoked', async () => {
    const { key, key_uuid } = await keyOf(daemon, 'olga', ['read'], 'Revoked')
    const child = spawnCli(daemon.home.path, ['watch'], { environment: { COMPANION_KEY: key } })
    const lines = createInterface({ input: child.stderr })
    const [output, closed] = [text(child.stderr), once(child, 'close')]
    await once(lines, 'line')
    const { access_token: token } = await signIn(daemon, 'olga')
    await rest(daemon, `DELETE /auth/keys/${key_uuid}`, { token })
    assert.deepEqual(await closed, [4, null])
    assert.match(await output, /the key is not valid: it was revoked, or has expired/)
  })
})
