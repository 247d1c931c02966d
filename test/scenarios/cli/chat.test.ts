import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, describe, it } from 'node:test'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { agree } from '../../support/conversation/consent.ts'
import { startChatServer } from '../../support/conversation/chat-server.ts'
import { cli, RunningCli, withPassword } from '../../support/cli.ts'
import { hasTerminals, keys, pasted, TerminalCli } from '../../support/cli-terminal.ts'
import { signIn, startTestDaemon, temporaryFolder, type TestMember } from '../../support/daemon.ts'
import { rest } from '../../support/wire/rest.ts'

const model = await startChatServer()
after(() => model[Symbol.asyncDispose]())
const environment = {
  COMPANION_ENGINE_BASE_URL: model.base_url,
  COMPANION_ENGINE_MODEL: 'normal',
}
const home = temporaryFolder()
// Tokens hold by the clock of the program.
const options = { home, environment, clock: systemClock }
let daemon = await startTestDaemon(options)
after(async () => {
  await daemon.stop()
  rmSync(home, { recursive: true, force: true })
})
const owner = await daemon.owner()

/** A new member who is signed in at the command line; with `modelled` the model writes to them. */
async function arrive(username: string, modelled = false): Promise<TestMember> {
  const member = await daemon.member(owner, username)
  if (modelled) await agree(daemon, member, model.base_url)
  const { code, stderr } = await cli(home, ['login', '--username', username], withPassword)
  assert.equal(code, 0, stderr)
  return member
}

const ask = async ({ access_token: token }: TestMember, route: string, payload?: object) => {
  const { status, body } = await rest(daemon, route, { token, ...(payload && { payload }) })
  assert.ok(status < 300, `${route}: ${status} ${JSON.stringify(body)}`)
  return body.data
}

/** What was said and by whom, the oldest first. */
const messagesOf = async (member: TestMember): Promise<string[][]> =>
  (await ask(member, 'GET /conversation/history')).items
    .map(({ role, content }: Record<'role' | 'content', string>) => [role, content])
    .toReversed()

const lines = (text: string) => text.split('\n').filter((line) => line !== '')
const events = (text: string) => lines(text).map((line) => JSON.parse(line))

describe('companion conversation message', () => {
  it('takes what is said as an argument, and prints the answer alone', async () => {
    await arrive('brief')
    const say = (...given: string[]) => cli(home, ['conversation', 'message', ...given])
    assert.match((await say('I got a puppy called Biscuit.')).stdout, /^[^\n]*remember[^\n]*\n$/)
    const asked = await say('What is my puppy called?', '--json')
    assert.match(asked.json().response.content, /Biscuit/)
    assert.equal((await say('One', '--content', 'Two')).code, 2)
    assert.match((await say()).stderr, /^companion: content is missing\n/)
  })
})

describe('companion chat without a terminal', () => {
  it('sends each line of its input as a message, and writes each reply as plain text', async () => {
    const member = await arrive('plain')
    const { code, stdout, stderr } = await cli(home, ['chat'], {
      input: 'My boat is called Mira.\n\nWhat is my boat called?\n',
    })
    assert.equal(code, 0, stderr)
    const [first = '', second = '', ...others] = lines(stdout)
    assert.match(first, /remember/i)
    assert.match(second, /Mira/)
    assert.deepEqual(others, [])
    assert.match(stderr, /^remembered$/m)
    assert.deepEqual(
      (await messagesOf(member)).map(([role]) => role),
      ['user', 'companion', 'user', 'companion'],
    )
  })

  it('takes lines that end with a backslash for one message', async () => {
    const member = await arrive('several')
    const { code, stderr } = await cli(home, ['chat'], { input: 'My boat is blue.\\\nMy hat is red.\n' })
    assert.equal(code, 0, stderr)
    assert.deepEqual((await messagesOf(member))[0], ['user', 'My boat is blue.\nMy hat is red.'])
  })

  it('tells programs what happens, the reply while it is written and then whole', async () => {
    await arrive('program', true)
    const { code, stdout, stderr } = await cli(home, ['chat', '--json'], {
      input: 'The lake is frozen today.\n/memories\n',
    })
    assert.equal(code, 0, stderr)
    const told = events(stdout)
    const deltas = told.filter(({ event }) => event === 'delta')
    const reply = told.find(({ event }) => event === 'reply')
    assert.ok(deltas.length > 2)
    assert.equal(deltas.map(({ delta }) => delta).join(''), 'You said: The lake is frozen today.')
    assert.equal(reply.response.content, 'You said: The lake is frozen today.')
    assert.equal(reply.response.engine, `127.0.0.1:${model.port}:normal`)
    const { event, command } = told.at(-1)
    assert.deepEqual([event, command], ['result', 'memories'])
  })

  it('remembers, lists, finds and undoes by command', async () => {
    await arrive('commander')
    const { code, stdout, stderr } = await cli(home, ['chat'], {
      input: [
        '/remember Ich trinke gern grünen Tee',
        '/memories Tee',
        '/undo',
        '/memories',
        '/remind call Mum tomorrow at 5',
        '/reminders',
        '/undo',
        '/reminders',
        '/undo',
        '/search tomorrow at 5',
        '/engine',
        '/quit',
        'never said',
      ].join('\n'),
    })
    assert.equal(code, 0, stderr)
    const [remembered, tea, undone, none, set, list, cancelled, nothing, no, match, engine, ...others] =
      lines(stdout)
    assert.deepEqual(
      [remembered, tea, undone, none],
      [
        'Remembered. /undo takes it back.',
        '- Ich trinke gern grünen Tee',
        'Undone: remembered.',
        'Nothing of that is remembered.',
      ],
    )
    assert.match(set ?? '', /call Mum/)
    assert.match(list ?? '', /^- call Mum, \d{4}-\d\d-\d\d 17:00$/)
    assert.deepEqual(
      [cancelled, nothing, no],
      ['Undone: reminder set.', 'There is nothing to remind you of.', 'There is nothing to undo.'],
    )
    assert.match(match ?? '', /You: Remind me call Mum tomorrow at 5$/)
    assert.match(engine ?? '', /^The built-in engine writes the replies\. Your household has set normal at/)
    assert.deepEqual(others, [])
  })

  it('asks before it forgets much, and takes yes for an answer', async () => {
    const member = await arrive('forgetter')
    const { code, stdout, stderr } = await cli(home, ['chat'], {
      input: 'My cat Gus is grey.\nMy cat Gus is eleven.\n/forget everything about Gus\nyes\n/memories Gus\n',
    })
    assert.equal(code, 0, stderr)
    assert.match(stdout, /That would be 2 things:[^]*\?[^]*forgotten[^]*\nNothing of that is remembered\.\n$/)
    assert.deepEqual((await ask(member, 'GET /memory/recent')).items, [])
  })

  it('refuses a command that there is not', async () => {
    await arrive('mistaken')
    const { code, stderr } = await cli(home, ['chat'], { input: '/remembr tea\n' })
    assert.equal(code, 2)
    assert.match(stderr, /there is no command \/remembr/)
  })

  it('writes nothing of a reply that could steer the terminal', async () => {
    const member = await arrive('steered')
    const { code, stdout, stderr } = await cli(home, ['chat'], {
      input: 'My code word is \u001B[31mred\u009B32m.\nWhat is my code word?\n',
    })
    assert.equal(code, 0, stderr)
    const reply = (await messagesOf(member)).at(-1)?.[1] ?? ''
    assert.ok(reply.includes('\u001B[31mred'))
    // oxlint-disable-next-line no-control-regex
    assert.doesNotMatch(stdout, /[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/)
    assert.match(stdout, / \[31mred/)
  })

  it('leaves nothing of what is said off the record, and goes on with what was before', async () => {
    const member = await arrive('secretive')
    await ask(member, 'POST /conversation/message', { content: 'My boat is green.' })
    const before = await ask(member, 'GET /conversation/context')
    const { code, stdout, stderr } = await cli(home, ['chat', '--off-record'], {
      input: 'My surprise is a kite.\n',
    })
    assert.equal(code, 0, stderr)
    assert.equal(lines(stdout).length, 1)
    const { conversation_uuid, temporary } = await ask(member, 'GET /conversation/context')
    assert.deepEqual([conversation_uuid, temporary], [before.conversation_uuid, false])
    assert.deepEqual(
      (await messagesOf(member)).filter(([, content]) => /kite/.test(content ?? '')),
      [],
    )
    assert.equal((await ask(member, 'GET /memory/recent')).items.length, 1)
  })

  it('begins a new conversation where that is wanted', async () => {
    const member = await arrive('beginner')
    await ask(member, 'POST /conversation/message', { content: 'My boat is green.' })
    const { conversation_uuid } = await ask(member, 'GET /conversation/context')
    const { code } = await cli(home, ['chat', '--new'], { input: 'Hello!\n' })
    assert.equal(code, 0)
    const now = await ask(member, 'GET /conversation/context')
    assert.notEqual(now.conversation_uuid, conversation_uuid)
    assert.equal(now.message_count, 2)
  })

  it('stops the reply at an interruption, tells what was written of it, and ends', async () => {
    await arrive('stopped', true)
    await model.control({ behaviour: 'halting', tokens: 3 })
    const next = await model.next()
    await using chat = new RunningCli(home, ['chat', '--json'])
    chat.child.stdin.write('The lake is frozen today, and the day before it was too.\nNever said.\n')
    await chat.line(/"delta":" said/)
    assert.equal(await chat.end('SIGINT'), 130)
    assert.equal(await next.ended(), 'left')
    await model.control({ behaviour: null })
    const { response } = JSON.parse(await chat.line(/"event":"reply"/))
    assert.match(response.content, /^You said:/)
    assert.doesNotMatch(response.content, /too\.$/)
  })

  it('says who has to sign in, and where the sign-in has ended', async () => {
    const member = await arrive('leaver')
    await using chat = new RunningCli(home, ['chat'])
    chat.child.stdin.write('Hello!\n')
    await chat.line(/Leaver/)
    const { items } = await ask(member, 'GET /auth/profile/sessions')
    for (const { session_uuid, current } of items)
      if (!current) {
        const { access_token: token } = member
        assert.equal(
          (await rest(daemon, `DELETE /auth/profile/sessions/${session_uuid}`, { token })).status,
          200,
        )
      }
    await chat.line(/your sign-in has ended/)
    await chat.line(/Sign in again with `companion login`/)
    const ended = await cli(home, ['chat'], { input: 'Hello!\n' })
    assert.equal(ended.code, 4)
    assert.match(ended.stderr, /your sign-in has ended\nSign in again with `companion login`/)
    await cli(home, ['logout'])
    const nobody = await cli(home, ['chat'], { input: 'Hello!\n' })
    assert.equal(nobody.code, 4)
    assert.match(nobody.stderr, /nobody is signed in\nSign in with `companion login`/)
  })
})

describe('companion chat at a terminal', { skip: !hasTerminals }, () => {
  const open = (
    ...given: ConstructorParameters<typeof TerminalCli> extends [string, ...infer Rest] ? Rest : never
  ) => new TerminalCli(home, ...given)

  it('shows a reply while it is written, and Esc stops it at the model too', async () => {
    const member = await arrive('stopper', true)
    await model.control({ behaviour: 'halting', tokens: 3 })
    const next = await model.next()
    await using terminal = open(['chat'])
    await terminal.shows(/Ctrl-D leaves\.[^]*> $/)
    terminal.type(`The lake is frozen today, and the day before it was too.${keys.enter}`)
    await terminal.shows(/You said:/)
    terminal.type(keys.escape)
    assert.equal(await next.ended(), 'left')
    await terminal.shows(/written by 127[^]*> $/)
    await model.control({ behaviour: null })
    const [, reply] = await messagesOf(member)
    assert.match(reply?.[1] ?? '', /^You said:/)
    assert.doesNotMatch(reply?.[1] ?? '', /too\.$/)
    terminal.type(keys.end)
    assert.equal(await terminal.exit(), 0)
  })

  it('stops the reply at Ctrl-C first, and leaves at the next one', async () => {
    await arrive('interrupter', true)
    await model.control({ behaviour: 'halting', tokens: 3 })
    const next = await model.next()
    await using terminal = open(['chat'])
    await terminal.shows(/> $/)
    terminal.type(`The lake is frozen today, and the day before it was too.${keys.enter}`)
    await terminal.shows(/You said:/)
    terminal.type(keys.interrupt)
    assert.equal(await next.ended(), 'left')
    await terminal.shows(/written by 127[^]*> $/)
    await model.control({ behaviour: null })
    terminal.type(keys.interrupt)
    assert.equal(await terminal.exit(), 0)
  })

  it('shows the last messages first, and nothing of them that could steer the terminal', async () => {
    const member = await arrive('returner', true)
    await ask(member, 'POST /conversation/message', { content: 'A \u001B]0;title\u0007 of a book' })
    await using terminal = open(['chat'])
    const shown = await terminal.shows(/written by[^]*> $/)
    assert.match(shown, /> A {2}\]0;title {2}of a book\nYou said: A/)
    assert.ok(!terminal.raw.includes('\u001B]0;'))
  })

  it('takes a paste and lines with a backslash for one message, and knows what was written before', async () => {
    const member = await arrive('paster')
    await using terminal = open(['chat'])
    await terminal.shows(/> $/)
    terminal.type(pasted('My boat is blue.\nMy hat is red.'))
    terminal.type(keys.enter)
    await terminal.shows(/remembered[^]*> $/)
    terminal.type(`What colour\\${keys.enter}`)
    await terminal.shows(/\| $/)
    terminal.type(`is my hat?${keys.enter}`)
    await terminal.shows(/red[^]*> $/)
    terminal.type(`${keys.up}${keys.enter}`)
    await terminal.shows(/is my hat\?\n[^]*> $/)
    const own = (await messagesOf(member)).flatMap(([role, content]) => (role === 'user' ? [content] : []))
    assert.deepEqual(own, ['My boat is blue.\nMy hat is red.', 'What colour\nis my hat?', 'is my hat?'])
  })

  it('sends what is typed during a reply as the next message', async () => {
    const member = await arrive('typist', true)
    await model.control({ behaviour: 'halting', tokens: 3 })
    await using terminal = open(['chat'])
    await terminal.shows(/> $/)
    terminal.type(`The lake is frozen.${keys.enter}`)
    await terminal.shows(/You said:/)
    await model.control({ behaviour: null })
    terminal.type(`The pond is not.${keys.enter}`)
    await terminal.shows(/You said: The pond is not\.[^]*> $/)
    assert.deepEqual(
      (await messagesOf(member)).map(([role]) => role),
      ['user', 'companion', 'user', 'companion'],
    )
  })

  it('breaks lines between words in a narrow terminal, and shows no colours where none are wanted', async () => {
    await arrive('narrow', true)
    await using terminal = open(['chat'], { columns: 24, environment: { NO_COLOR: '1' } })
    await terminal.shows(/> $/)
    terminal.type(`Sea and sand and shells.${keys.enter}`)
    const shown = await terminal.shows(/written by[^]*> $/)
    assert.match(shown, /You said: Sea and sand\nand shells\.\n/)
    // oxlint-disable-next-line no-control-regex
    assert.doesNotMatch(terminal.raw, /\u001B\[[\d;]*m/)
  })

  it('shows a mistake and goes on', async () => {
    await arrive('slipper')
    await using terminal = open(['chat'])
    await terminal.shows(/> $/)
    terminal.type(`/remembr tea${keys.enter}`)
    await terminal.shows(/There is no command \/remembr\.[^]*> $/)
    terminal.type(`/help${keys.enter}`)
    await terminal.shows(/\/remember TEXT +remember this, word for word[^]*> $/)
    terminal.type(`/quit${keys.enter}`)
    assert.equal(await terminal.exit(), 0)
  })
})

describe('companion chat, where the daemon restarts while a message is answered', () => {
  it('sends the message once', async () => {
    await arrive('patient', true)
    await model.control({ behaviour: 'halting', tokens: 3 })
    await using chat = new RunningCli(home, ['chat', '--json'])
    const next = await model.next()
    chat.child.stdin.write('The lake is frozen today, and the day before it was too.\n')
    await next.asked()
    await chat.line(/"delta":"You/)
    await daemon.stop()
    await chat.line(/"disconnected"/)
    await model.control({ behaviour: null })
    daemon = await startTestDaemon(options)
    await chat.line(/"connected"/)
    const { response } = JSON.parse(await chat.line(/"event":"reply"/))
    assert.equal(response.content, 'You said: The lake is frozen today, and the day before it was too.')
    assert.deepEqual(
      (await messagesOf(await signIn(daemon, 'patient'))).map(([role]) => role),
      ['user', 'companion'],
    )
  })
})
