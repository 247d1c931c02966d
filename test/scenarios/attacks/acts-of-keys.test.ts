import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Scope } from '../../../daemon/kernel/scope.ts'
import { select } from '../../support/database.ts'
import { signIn, type TestMember } from '../../support/daemon.ts'
import { sharedHousehold } from '../../support/household.ts'
import { rest } from '../../support/wire/rest.ts'

const { daemon, newMember } = await sharedHousehold()

const notForThat = /^This program’s key isn’t made for that/
const told = ['My dog is called Rex.', 'My dog hates the vacuum cleaner.']

async function send(token: string, route: string, payload: object = {}) {
  const { status, body } = await rest(daemon, route, { token, payload })
  assert.ok(status < 300, JSON.stringify(body))
  return body.data
}

const say = async (token: string, content: string): Promise<string> =>
  (await send(token, 'POST /conversation/message', { content })).response.content

async function keyFor({ username }: TestMember, scopes: readonly Scope[]): Promise<string> {
  const { access_token } = await signIn(daemon, username)
  return (await send(access_token, 'POST /auth/keys', { name: 'kitchen', scopes })).key
}

/** A member who has told of their dog, and a key of theirs. */
async function memberWithKey(...scopes: Scope[]) {
  const member = await newMember()
  for (const content of told) await send(member.access_token, 'POST /memory/store', { content })
  return { member, key: await keyFor(member, scopes) }
}

const memoriesOf = ({ family_member_uuid }: TestMember): string[] =>
  select<{ content: string }>(
    daemon,
    'SELECT content FROM memories WHERE family_member_uuid = ? AND forgotten_at IS NULL ORDER BY memory_id',
    family_member_uuid,
  ).map(({ content }) => content)

const goalsOf = ({ family_member_uuid }: TestMember) =>
  select<{ title: string; status: string }>(
    daemon,
    'SELECT title, status FROM goals WHERE family_member_uuid = ?',
    family_member_uuid,
  )

const whole: readonly Scope[] = ['read', 'talk', 'remember', 'ask', 'act']

describe('What a message by a key may do', () => {
  it('is answered with what is remembered', async () => {
    const { key } = await memberWithKey('talk')
    assert.match(await say(key, 'What is my dog called?'), /Rex/)
  })

  it('keeps what is told only with `remember`', async () => {
    const { member, key } = await memberWithKey('talk')
    await say(key, 'My sister lives in Graz.')
    assert.deepEqual(memoriesOf(member), told)
    await say(await keyFor(member, ['talk', 'remember']), 'My sister lives in Graz.')
    assert.deepEqual(memoriesOf(member), [...told, 'My sister lives in Graz.'])
  })

  it('forgets nothing with `talk` alone, neither one thing nor several', async () => {
    const { member, key } = await memberWithKey('talk')
    for (const wanted of ['Forget that my dog is called Rex.', 'Forget everything about my dog.']) {
      assert.match(await say(key, wanted), notForThat)
      await say(key, 'Yes.')
    }
    assert.deepEqual(memoriesOf(member), told)
  })

  it('forgets one thing with `remember`, and several once somebody says yes who may', async () => {
    const { member, key } = await memberWithKey('talk', 'remember')
    await say(key, 'Forget everything about my dog.')
    assert.match(await say(key, 'Yes.'), notForThat)
    assert.deepEqual(memoriesOf(member), told)
    await say(key, 'Forget that my dog is called Rex.')
    assert.deepEqual(memoriesOf(member), told.slice(1))
  })

  it('approves what somebody was asked only with `act`, and is named with it', async () => {
    const { member, key } = await memberWithKey('talk', 'remember')
    await say((await signIn(daemon, member.username)).access_token, 'Forget everything about my dog.')
    assert.match(await say(key, 'Yes.'), notForThat)
    assert.deepEqual(memoriesOf(member), told)
    await say(await keyFor(member, ['talk', 'act']), 'Yes.')
    assert.deepEqual(memoriesOf(member), [])
    const [approved] = select<{ via: string }>(
      daemon,
      "SELECT via FROM interaction_events WHERE user_id = ? AND event_type = 'approved'",
      member.family_member_uuid,
    )
    assert.equal(approved?.via, 'kitchen')
  })

  it('makes and ends reminders only with `act`', async () => {
    const { member, key } = await memberWithKey('talk', 'remember')
    const acting = await keyFor(member, ['talk', 'act'])
    assert.match(await say(key, 'Remind me tomorrow at 9 to call Anna.'), notForThat)
    assert.deepEqual(goalsOf(member), [])
    await say(acting, 'Remind me tomorrow at 9 to call Anna.')
    const made = goalsOf(member)
    assert.equal(made.length, 1)
    assert.match(await say(key, 'Cancel the reminder to call Anna.'), notForThat)
    assert.deepEqual(goalsOf(member), made)
    await say(acting, 'Cancel the reminder to call Anna.')
    assert.notDeepEqual(goalsOf(member), made)
  })

  it('never stops what is remembered', async () => {
    const { member, key } = await memberWithKey(...whole)
    assert.match(await say(key, 'Stop remembering what I say.'), notForThat)
    await say(key, 'My sister lives in Graz.')
    assert.ok(memoriesOf(member).includes('My sister lives in Graz.'))
  })
})
