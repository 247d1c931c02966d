import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MenuItemConstructorOptions } from 'electron'
import { type MemberView, notificationOf, unknown } from '../../../app/member/member-view.ts'
import { de } from '../../../app/texts/de.ts'
import { en } from '../../../app/texts/en.ts'
import { speechOf } from '../../../app/texts/texts.ts'
import { choicesOf, replyOf, takesWords } from '../../../app/tray/choices.ts'
import { trayStateOf } from '../../../app/tray/tray-state.ts'
import { type MenuActions, type Facts, menuOf } from '../../../app/tray/menu.ts'
import type { Interaction } from '../../../daemon/client/interaction.ts'

const connected: MemberView = { ...unknown, connected: true, companion: 'Ada', emotion: 'happy' }
const speech = { texts: en, locale: 'en-GB' }

const interaction = (changes: Partial<Interaction> = {}): Interaction => ({
  interaction_id: 'a',
  user_id: 'u',
  correlation_id: 'c',
  interaction_type: 'question',
  status: 'pending',
  requirement: 'optional',
  severity: 'low',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  prompt: 'Tea?',
  title: null,
  category: null,
  expected_answer_type: null,
  allowed_options: [],
  answer_text: null,
  answer_json: null,
  answered_at: null,
  expires_at: null,
  idempotency_key: null,
  ...changes,
})

function menu(changes: Partial<Facts> = {}) {
  const done: unknown[][] = []
  const act =
    (name: string) =>
    (...given: unknown[]) =>
      void done.push([name, ...given])
  const acts: MenuActions = {
    open: act('open'),
    ask: act('ask'),
    answer: act('answer'),
    pause: act('pause'),
    setStartAtLogin: act('setStartAtLogin'),
    restart: act('restart'),
    showLogs: act('showLogs'),
    checkForUpdates: act('checkForUpdates'),
    installUpdate: act('installUpdate'),
    quit: act('quit'),
  }
  const facts: Facts = {
    daemon: 'running',
    view: connected,
    startAtLogin: false,
    shortcut: null,
    update: { state: 'none' },
    ...changes,
  }
  const items = flat(menuOf(facts, acts, speech))
  const labels = items.flatMap(({ label }) => label ?? [])
  const click = (label: string) => {
    const item = items.find((one) => one.label === label)
    assert.ok(item?.click && item.enabled !== false, `${label} can be clicked`)
    item.click({ checked: true } as Parameters<NonNullable<typeof item.click>>[0], undefined, {})
    return done.at(-1)
  }
  return { items, labels, click }
}

function flat(items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])])
}

describe('The state of the tray icon', () => {
  for (const [daemon, view, trayState] of [
    ['starting', connected, 'starting'],
    ['waiting', connected, 'starting'],
    ['stopping', null, 'starting'],
    ['failed', connected, 'trouble'],
    ['stopped', null, 'trouble'],
    ['running', null, 'running'],
    ['running', connected, 'running'],
    ['running', { ...connected, waiting: 2 }, 'needs-you'],
    ['running', { ...connected, waiting: 2, talking: true }, 'talking'],
    ['running', { ...connected, paused_until: '2026-01-01' }, 'paused'],
    ['running', { ...connected, paused_until: '2026-01-01', waiting: 1 }, 'needs-you'],
    ['running', { ...connected, waiting: 2, connected: false }, 'running'],
  ] as const)
    it(`is ${trayState} when the daemon is ${daemon} and ${JSON.stringify(view)}`, () =>
      assert.equal(trayStateOf(daemon, view), trayState))
})

describe('The menu', () => {
  it('starts with the state and the mood', () => {
    assert.deepEqual(menu().labels.slice(0, 2), ['Ada is here', 'Ada feels happy'])
    assert.deepEqual(menu({ view: null }).labels[0], 'Nobody is signed in')
    assert.deepEqual(menu({ daemon: 'failed' }).labels[0], 'Companion has a problem')
  })

  it('lists what is waiting, each in one line that opens it', () => {
    const long = `Shall I \n ${'really '.repeat(20)}water them?`
    const foremost = [interaction(), interaction({ interaction_id: 'b', prompt: long })]
    const { labels, click } = menu({ view: { ...connected, waiting: 7, foremost } })
    assert.ok(labels.includes('7 things are waiting for you'))
    const shortened = labels.find((label) => label.startsWith('Shall I really')) ?? ''
    assert.ok(shortened.length <= 60 && shortened.endsWith('…'))
    assert.deepEqual(click(shortened), ['answer', 'b'])
    assert.deepEqual(click('Show all …'), ['open', '/inbox'])
  })

  it('offers to pause, and to resume during a pause', () => {
    assert.deepEqual(menu().click('Until tomorrow morning'), ['pause', 'tomorrow'])
    const view = { ...connected, paused_until: '2026-01-02T07:00:00.000Z' }
    const { labels, click } = menu({ view })
    assert.ok(labels.some((label) => /^Paused until Fri.*2 Jan/.test(label)))
    assert.deepEqual(click('Resume'), ['pause', null])
    const open = menu({ view: { ...connected, paused_until: '9999-12-31T00:00:00.000Z' } })
    assert.ok(open.labels.includes('Paused until you resume'))
  })

  it('offers member actions only while a member is signed in', () => {
    assert.equal(menu({ view: null }).labels.includes('Pause'), false)
  })

  it('does not offer the ask window while no daemon runs', () => {
    const item = menu({ daemon: 'waiting' }).items.find(({ label }) => label === en.ask)
    assert.equal(item?.enabled, false)
  })

  it('offers to start with the computer only if there is a program to start', () => {
    assert.deepEqual(menu().click(en.start_at_login), ['setStartAtLogin', true])
    assert.equal(menu({ startAtLogin: null }).labels.includes(en.start_at_login), false)
  })

  it('shows the shortcut of the ask window without registering it', () => {
    const item = menu({ shortcut: 'Alt+A' }).items.find(({ label }) => label === en.ask)
    assert.deepEqual([item?.accelerator, item?.registerAccelerator], ['Alt+A', false])
  })

  for (const [update, label] of [
    [{ state: 'none' }, 'Check for updates'],
    [{ state: 'failed', message: 'no' }, 'Check for updates'],
    [{ state: 'looking' }, 'Checking for updates …'],
    [{ state: 'fetching', version: '2.0.0', percent: 41.6 }, 'Downloading 2.0.0: 42 %'],
    [{ state: 'ready', version: '2.0.0' }, 'Update to 2.0.0 now'],
  ] as const)
    it(`says "${label}" when updates are ${update.state}`, () =>
      assert.ok(menu({ update }).labels.includes(label)))

  it('does not mention updates where none are checked for', () => {
    assert.equal(
      menu({ update: null }).labels.some((label) => /pdate/.test(label)),
      false,
    )
  })
})

describe('One-click decisions', () => {
  const operations = (changes: Partial<Interaction>) =>
    choicesOf(interaction(changes), en).map(({ operation, input }) => [operation, input])

  it('offer to approve or to reject', () => {
    assert.deepEqual(operations({ interaction_type: 'approval' }), [
      ['interactions.approve', {}],
      ['interactions.reject', {}],
    ])
  })

  it('offer a few options', () => {
    assert.deepEqual(operations({ interaction_type: 'choice', allowed_options: ['red', 'blue'] }), [
      ['interactions.answer', { answer_text: 'red' }],
      ['interactions.answer', { answer_text: 'blue' }],
    ])
    assert.deepEqual(operations({ interaction_type: 'choice', allowed_options: ['a', 'b', 'c', 'd'] }), [])
  })

  it('offer to acknowledge: dismiss if possible, otherwise answer', () => {
    assert.deepEqual(operations({ interaction_type: 'ack' }), [['interactions.dismiss', {}]])
    assert.deepEqual(operations({ interaction_type: 'ack', requirement: 'required' }), [
      ['interactions.cancel', {}],
    ])
  })

  it('offer nothing if a text is required', () => {
    assert.deepEqual(operations({}), [])
    assert.equal(takesWords(interaction()), true)
    assert.equal(takesWords(interaction({ expected_answer_type: 'number' })), false)
    assert.equal(takesWords(interaction({ interaction_type: 'approval' })), false)
  })

  it('accept only a text that is not blank', () => {
    assert.deepEqual(replyOf(' yes ')?.input, { answer_text: 'yes' })
    assert.equal(replyOf(' \n '), null)
  })
})

describe('The notification of an interaction', () => {
  it('says that it waits, or no longer does', () => {
    assert.equal(notificationOf({ interaction: interaction() })?.is, 'arrived')
    assert.equal(notificationOf({ interaction: interaction({ status: 'deferred' }) })?.is, 'over')
    assert.equal(notificationOf({}), null)
    const back = (from_status: string, actor: string) =>
      notificationOf({ interaction: interaction(), event: { from_status, actor } })
    assert.equal(back('deferred', 'system:scheduler')?.is, 'arrived')
    assert.equal(back('deferred', 'user:1'), null)
  })
})

describe('The language of the app', () => {
  it("is the desktop's first supported language, in its regional form", () => {
    assert.deepEqual(speechOf(['fr-FR', 'de-AT', 'en-GB']), { texts: de, locale: 'de-AT' })
    assert.deepEqual(speechOf(['en-GB', 'de']), { texts: en, locale: 'en-GB' })
    assert.deepEqual(speechOf(['fr']), { texts: en, locale: 'en' })
    assert.deepEqual(speechOf([]), { texts: en, locale: 'en' })
  })
})
