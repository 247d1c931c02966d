import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { restartAfter } from '../../../daemon/ui/system/backups/restart.ts'
import { engineInput, keyOf } from '../../../daemon/ui/system/engine/engine-choice.ts'
import { keyed } from '../../../daemon/ui/system/logs/log-keys.ts'
import { actorOf, isTopicName } from '../../../daemon/ui/system/names.ts'
import { auditInput } from '../../../daemon/ui/system/security/audit.ts'
import { groupsOf } from '../../../daemon/ui/system/setting-groups.ts'
import { engineState } from '../../../daemon/ui/system/state.ts'

describe('Who did something', () => {
  for (const [actor, kind, name] of [
    ['user:1b4e28ba', 'user', '1b4e28ba'],
    ['system:cron:daily', 'system', 'cron:daily'],
    ['nobody', 'nobody', ''],
    ['user:', 'nobody', ''],
    ['robot:x', 'nobody', ''],
    ['', 'nobody', ''],
  ] as const) {
    it(`is ${kind} for "${actor}"`, () => {
      assert.deepEqual(actorOf(actor), { kind, name })
    })
  }
})

describe('What is asked of the audit log', () => {
  const everything = { event: '', family_member_uuid: '', from: '', to: '' } as const

  it('is nothing where everything is wanted', () => {
    assert.deepEqual(auditInput(everything), {})
  })

  it('is from the first moment of a day to the last of another', () => {
    const { created_after, created_before } = auditInput({
      ...everything,
      from: '2026-03-04',
      to: '2026-03-04',
    })
    const length = Date.parse(String(created_before)) - Date.parse(String(created_after))
    assert.equal(length, 86_399_999)
    assert.equal(new Date(String(created_after)).getHours(), 0)
  })

  it('leaves out a day that is still being typed', () => {
    assert.deepEqual(auditInput({ ...everything, from: '20261-03-04', to: '20261-03-04' }), {})
  })

  it('is an event of a member', () => {
    const asked = auditInput({ ...everything, event: 'locked', family_member_uuid: 'x' })
    assert.deepEqual(asked, { event: 'locked', family_member_uuid: 'x' })
  })
})

describe('What is asked of an engine', () => {
  const choice = {
    base_url: ' http://127.0.0.1:1/v1 ',
    model: ' small ',
    api_key: '',
    no_key: false,
    for_me: true,
    timeout_seconds: 20,
    context_tokens: '',
  } as const

  it('has no space around it, and no numbers that are left empty', () => {
    assert.deepEqual(engineInput(choice), {
      base_url: 'http://127.0.0.1:1/v1',
      model: 'small',
      timeout_seconds: 20,
    })
  })

  it('leaves the key that is kept alone, replaces it, or has it forgotten', () => {
    assert.deepEqual(keyOf(choice), {})
    assert.deepEqual(keyOf({ ...choice, api_key: ' sk ' }), { api_key: 'sk' })
    assert.deepEqual(keyOf({ api_key: 'sk', no_key: true }), { api_key: null })
  })
})

describe('An engine', () => {
  it('is well where it is the built-in one or its server answers', () => {
    for (const circuit of [null, 'closed', 'half_open'] as const)
      assert.equal(engineState({ circuit, last_failure: null }), 'ok')
  })

  it('is limited while its server is left alone, or failed when it was last tried', () => {
    assert.equal(engineState({ circuit: 'open', last_failure: null }), 'degraded')
    for (const circuit of ['closed', 'half_open'] as const)
      assert.equal(engineState({ circuit, last_failure: 'unreachable' }), 'degraded')
  })
})

describe('The key of a line of the log', () => {
  const line = (message: string) => ({ time: '2026-01-01T00:00:00.000Z', message })

  it('is its own, also among lines that are alike', () => {
    const keys = keyed([line('a'), line('a'), line('b')]).map(({ key }) => key)
    assert.equal(new Set(keys).size, 3)
  })

  it('stays when newer lines come', () => {
    const before = keyed([line('a'), line('a')]).map(({ key }) => key)
    const after = keyed([line('b'), line('a'), line('a'), line('a')]).map(({ key }) => key)
    assert.deepEqual(after.slice(-2), before)
  })

  it('leaves the order as it is', () => {
    const entries = keyed([line('c'), line('a'), line('b')]).map(({ entry }) => entry.message)
    assert.deepEqual(entries, ['c', 'a', 'b'])
  })
})

describe('A restart', () => {
  it('is over when the connection was lost and is there again', () => {
    const seen = (['connected', 'waiting', 'connecting', 'connected', 'waiting'] as const).reduce<string[]>(
      (states, connection) => [...states, restartAfter(states.at(-1) as 'stopping', connection)],
      ['stopping'],
    )
    assert.deepEqual(seen, ['stopping', 'stopping', 'away', 'away', 'back', 'back'])
  })

  it('is not over for as long as the connection of before stands', () => {
    assert.equal(restartAfter('stopping', 'connected'), 'stopping')
  })
})

describe('Settings', () => {
  const settings = ['mode', 'engine.model', 'engine.base_url', 'log.level'].map((name) => ({ name }))
  const meaning = (name: string) => (name === 'mode' ? 'Coupled: this machine only' : '')
  const search = (wanted: string) =>
    groupsOf(settings, wanted, meaning).map((one) => [one.group, one.settings.map(({ name }) => name)])

  it('are in groups, in their order', () => {
    assert.deepEqual(search(''), [
      ['general', ['mode']],
      ['engine', ['engine.model', 'engine.base_url']],
      ['log', ['log.level']],
    ])
  })

  it('are found by every word of their names and meanings, in any case', () => {
    assert.deepEqual(search(' URL engine '), [['engine', ['engine.base_url']]])
    assert.deepEqual(search('MACHINE'), [['general', ['mode']]])
    assert.deepEqual(search('engine level'), [])
  })
})

describe('The name of a topic', () => {
  for (const name of ['a', 'kitchen.display', 'a-1_b.2']) {
    it(`may be ${name}`, () => assert.ok(isTopicName(name)))
  }
  for (const name of ['', '1a', 'a..b', 'a.', 'A', 'a b', 'a'.repeat(101)]) {
    it(`may not be "${name.slice(0, 20)}"`, () => assert.ok(!isTopicName(name)))
  }
})
