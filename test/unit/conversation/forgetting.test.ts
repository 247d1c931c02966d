import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readForgetting } from '../../../daemon/features/conversation/forgetting.ts'

/** A name, what is said, and what is to be forgotten: null for what was said last, undefined for nothing. */
const rows: readonly (readonly [string, string, string | null | undefined])[] = [
  ['"forget that" is about what was said last', 'Forget that.', null],
  ['"delete it" is, too', 'Please delete it', null],
  ['so is "the last thing"', 'Scratch the last thing I said.', null],
  ['so is what was just said', 'Actually, forget what I just said.', null],
  ['and what was never said', 'Pretend I never said that.', null],
  ['and what it is told not to keep', "Don't remember that.", null],
  ['what was told about somebody is about them', 'Delete what I told you about Doris.', 'Doris'],
  ['"everything about" leaves out nothing', 'Forget everything about my boss', 'my boss'],
  ['a polite request is one', 'Could you forget about the surprise party, please?', 'the surprise party'],
  ['an afterthought is one', 'On second thoughts, erase the bit about Tom.', 'Tom'],
  ['what was never said has a subject, too', 'Pretend I never said anything about the party.', 'the party'],
  ['a wish to have it forgotten is a request', "I'd like you to forget about my salary", 'my salary'],
  ['"I\'ll never forget" forgets nothing', "I'll never forget that day", undefined],
  ['neither does "I forgot"', 'I forgot my keys', undefined],
  ['nor what somebody else forgets', 'She always forgets my birthday', undefined],
  ['nor "don\'t forget"', "Don't forget that I am vegan", undefined],
  ['nor a question whether something was forgotten', 'Did you forget my name?', undefined],
  ['nor what cannot be forgotten', "I can't forget what he said", undefined],
  ['nor "don\'t let me forget"', "Don't let me forget the milk", undefined],
  ['nor a child that is dropped off', 'I drop off Emma at eight', undefined],
  ['nor the day of the bin', 'Bin day is Friday', undefined],
  ['nor a bin that goes out', 'The bin goes out on Fridays', undefined],
  ['a memory about somebody is one', 'Please delete the memory about my ex', 'my ex'],
  ['what is in the memory is, too', 'Remove my birthday from your memory', 'my birthday'],
  ['"wipe it from your memory" is about what was said last', 'Please wipe it from your memory.', null],
  ['so is a bit of what was said last', 'Delete that last bit about Kyle, would you?', null],
  ['so is what needs no remembering', 'No need to remember that', null],
  ['a statement may be taken back word for word', 'Forget that I live in Leeds', 'I live in Leeds'],
  ['olives are removed from a pizza, not from the memory', 'Remove olives from the pizza', undefined],
  ['an attitude is lost elsewhere', 'Lose the attitude', undefined],
  ['a table is wiped elsewhere', 'Wipe the table', undefined],
  ['what is out of the question is not forgotten', 'You can forget about going to Rome', undefined],
  ['"forget it" is a shrug', 'Oh, forget it.', undefined],
  ['so is "drop it"', 'Drop it', undefined],
  ['milk that is not to be forgotten stays', "Don't forget to buy milk", undefined],
  ['whoever forgets things asks for nothing', 'I forget things', undefined],
  ['whoever does not remember neither', "I don't remember that", undefined],
  ['nor whoever was told to delete something', 'My boss told me to delete it', undefined],
  ['nor who asks what can be forgotten', 'Can you forget things?', undefined],
  ['everything is too much for a word in passing', 'Forget everything', undefined],
  ['nor anything that is only told', 'My sister lives in Leeds', undefined],
]

describe('What is to be forgotten', () => {
  for (const [name, said, about] of rows)
    it(name, () => {
      assert.equal(readForgetting(said), about)
    })
})
