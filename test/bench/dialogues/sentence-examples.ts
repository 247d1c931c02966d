import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { featuresOf } from '../../../daemon/language/en/features.ts'
import { root } from '../../../build/packaging/layout.ts'
import { amount } from '../smoke.ts'
import type { ForgettingCommand } from './commands.ts'
import type { Example } from './softmax.ts'
import { openTeacher } from './teacher.ts'

/** An example, and who said it: what is learned is measured on others. */
export interface Labelled extends Example {
  readonly speaker: string
}

interface Sentence {
  readonly speaker: string
  readonly text: string
  readonly before: string | null
  /** Null where it was not labelled. */
  readonly worth: string | null
  readonly act: string | null
}

const folder = join(root, 'test', 'dialogues')
const read = (...path: string[]) => JSON.parse(readFileSync(join(folder, ...path), 'utf8'))
const tuneFiles = (...path: string[]) =>
  readdirSync(join(folder, ...path))
    .filter((name) => name.startsWith('tune'))
    .toSorted()

/** A message in sentences; what it does is known of a sentence that is all of it. */
function ofMessage(
  speaker: string,
  { act, sentences }: { act: string; sentences: readonly { text: string; worth: string }[] },
): Sentence[] {
  return sentences.map(({ text, worth }, at) => ({
    speaker,
    text,
    before: sentences[at - 1]?.text ?? null,
    worth,
    act: sentences.length === 1 ? act : null,
  }))
}

/** What a command does whose message is one sentence; null for any other. */
function actOf({ text, asks, gone, kept, next = [], never = [] }: ForgettingCommand): string | null {
  if (/[.!?]\s+\p{Lu}/u.test(text) || gone.some((piece) => text.includes(piece))) return null
  if (never.length > 0) return 'stop_remembering'
  if (next.some((one) => kept.some((piece) => one.includes(piece)))) return 'resume_remembering'
  return asks || gone.length > 0 ? 'forget' : null
}

function allSentences(): Sentence[] {
  const alone: Sentence[] = tuneFiles('sentences').flatMap((name) => read('sentences', name))
  const talks = tuneFiles('talks').flatMap((file) => {
    const { name, sessions } = read('talks', file)
    return sessions.flatMap(({ member, messages }: { member: string; messages: never[] }) =>
      messages.flatMap((message) => ofMessage(`${name} ${member}`, message)),
    )
  })
  const singles = read('tune-singles.json').flatMap((single: never, at: number) =>
    ofMessage(`single ${at}`, single),
  )
  const told = (speaker: string, text: string, act: string | null, worth: string | null) => ({
    speaker,
    text,
    before: null,
    act,
    worth,
  })
  const forgetting = read('tune-forgetting.json').flatMap(({ told: texts }: { told: string[] }, at: number) =>
    texts
      .filter((text) => !/remember/i.test(text))
      .map((text) => told(`forgetting ${at}`, text, 'tell', 'keep')),
  )
  const commands = read('tune-forgetting.json').flatMap((one: ForgettingCommand, at: number) => {
    const act = actOf(one)
    return act === null ? [] : [told(`forgetting ${at}`, one.text, act, 'drop')]
  })
  const asked = tuneFiles('questions').flatMap((file) =>
    read('questions', file).flatMap(
      ({ speaker, questions }: { speaker: string; questions: { text: string }[] }) =>
        // Many people leave out the question mark.
        questions.flatMap(({ text }, at) =>
          at % 3 === 2
            ? []
            : [told(speaker, at % 3 === 0 ? text : text.toLowerCase().replace(/\?\s*$/, ''), 'ask', 'drop')],
        ),
    ),
  )
  return [...alone, ...talks, ...singles, ...forgetting, ...commands, ...asked]
}

let made: Promise<{ worth: readonly Labelled[]; acts: readonly Labelled[] }> | undefined

/** What is known of all sentences that may be looked at: what each is worth, `keep` or `drop`, and what it does. */
export function sentenceExamples() {
  made ??= make()
  return made
}

async function make() {
  const sentences = allSentences().filter((_, at) => at % amount(100, 1) === 0)
  await using teacher = await openTeacher()
  const vectors = await teacher.embed(sentences.map(({ text }) => text))
  const examples = sentences.map((sentence, at) => ({
    ...sentence,
    features: featuresOf({ ...sentence, vector: vectors[at] ?? new Float32Array() }),
  }))
  const labelled = (labelOf: (sentence: Sentence) => string | null): Labelled[] =>
    examples.flatMap(({ features, speaker, ...rest }) => {
      const label = labelOf({ speaker, ...rest })
      return label === null ? [] : [{ features, speaker, label }]
    })
  return {
    worth: labelled(({ worth }) => (worth === 'maybe' ? null : worth)),
    acts: labelled(({ act }) => act),
  }
}
