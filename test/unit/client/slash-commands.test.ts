import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  commandsBeginning,
  isPageCommand,
  readWritten,
  slashCommand,
  slashNames,
  type SlashName,
} from '../../../daemon/client/slash-commands.ts'

describe('What somebody writes', () => {
  const message = (content: string) => ({ kind: 'message', content })
  const command = (name: SlashName, argument = '') => ({ kind: 'command', name, argument })

  for (const [text, expected] of [
    ['My bike is green.', message('My bike is green.')],
    ['  spaces around  ', message('spaces around')],
    ['one\ntwo', message('one\ntwo')],
    ['/etc/hosts is a file', message('/etc/hosts is a file')],
    ['/ and so on', message('/ and so on')],
    ['//help', message('/help')],
    ['and/or', message('and/or')],
    ['', message('')],
    ['/help', command('help')],
    ['/HELP', command('help')],
    [' /remember  My bike is green. ', command('remember', 'My bike is green.')],
    ['/remember one\ntwo', command('remember', 'one\ntwo')],
    ['/memories', command('memories')],
    ['/memories bike', command('memories', 'bike')],
    ['/undo that please', command('undo')],
    ['/remember', { kind: 'incomplete', name: 'remember' }],
    ['/remember  ', { kind: 'incomplete', name: 'remember' }],
    ['/remembr tea', { kind: 'unknown', word: 'remembr' }],
  ] as const)
    it(`is read as what it is: ${JSON.stringify(text)}`, () => assert.deepEqual(readWritten(text), expected))
})

describe('Slash commands', () => {
  it('are found by how they begin, but for those of a terminal', () => {
    assert.deepEqual(commandsBeginning('rem'), ['remember', 'remind', 'reminders'])
    assert.deepEqual(commandsBeginning('ON'), ['on'])
    assert.deepEqual(commandsBeginning('q'), [])
    assert.deepEqual(
      commandsBeginning('').filter((name) => !isPageCommand(name)),
      [],
    )
    assert.ok(commandsBeginning('').length > 5)
  })

  it('say a sentence that has their argument in it', () => {
    assert.equal(slashCommand('remind').says?.('call Mum at 5'), 'Remind me call Mum at 5')
    assert.equal(slashCommand('forget').says?.('my bike'), 'Forget my bike')
    for (const name of slashNames) {
      const { argument, says } = slashCommand(name)
      if (says) assert.equal(says('xyz').includes('xyz'), argument !== null, name)
    }
  })
})
