import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../build/packaging/layout.ts'
import type { Features } from '../../../daemon/language/learned.ts'
import type { AnsweredQuestion } from './answers.ts'
import type { ForgettingCommand, ReminderCommand } from './commands.ts'
import type { Labelled } from './sentence-examples.ts'

interface Sentence {
  readonly speaker: string
  readonly text: string
  readonly before: string | null
  readonly worth: string
  readonly act: string
}

/** What dialogues that may be looked at say of their sentences: what is told is worth keeping, what is asked is not. */
function played(language: string): Sentence[] {
  const read = (name: string) =>
    JSON.parse(readFileSync(join(root, 'test', 'dialogues', language, `tune-${name}.json`), 'utf8'))
  const as = (speaker: string, act: string, worth: string) => (text: string) => ({
    speaker,
    text,
    before: null,
    worth,
    act,
  })
  const forgetting = read('forgetting').flatMap(
    ({ told, text, asks, gone }: ForgettingCommand, at: number) => [
      ...told.filter((one) => !commands.test(one)).map(as(`forgetting ${at}`, 'tell', 'keep')),
      ...(asks || gone.length > 0 ? [as(`forgetting ${at}`, 'forget', 'drop')(text)] : []),
    ],
  )
  const answers = read('answers').flatMap(({ told, question }: AnsweredQuestion) => [
    ...told.map(({ text }) => as(told[0]?.text ?? '', 'tell', 'keep')(text)),
    as(told[0]?.text ?? '', 'ask', 'drop')(question.text),
  ])
  const reminders = read('reminders').flatMap(({ before }: ReminderCommand, at: number) =>
    before.map(as(`reminder ${at}`, 'remind', 'drop')),
  )
  return [
    ...new Map([...forgetting, ...answers, ...reminders].map((one: Sentence) => [one.text, one])).values(),
  ]
}
/** What commands that something be kept, or not. */
const commands = /merk/i

/** What is known of the sentences of a language that may be looked at, where its features are words alone. */
export function wordExamples(
  language: string,
  featuresOf: (text: string, before: string | null) => Features,
): { readonly worth: readonly Labelled[]; readonly acts: readonly Labelled[] } {
  const folder = join(root, 'test', 'dialogues', language, 'sentences')
  const sentences = readdirSync(folder)
    .filter((name) => name.startsWith('tune'))
    .toSorted()
    .flatMap((name): Sentence[] => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  const examples = [...sentences, ...played(language)].map((sentence) => ({
    ...sentence,
    features: featuresOf(sentence.text, sentence.before),
  }))
  return {
    worth: examples
      .filter(({ worth }) => worth !== 'maybe')
      .map(({ speaker, features, worth }) => ({ speaker, features, label: worth })),
    acts: examples.map(({ speaker, features, act }) => ({ speaker, features, label: act })),
  }
}
