import type { ServiceEvent } from '../../client/event-messages.ts'
import { localTime } from './moment.ts'
import { throughOf } from './record.ts'
import { isNothing, isObject, isScalar, type Json, scalar } from './scalar.ts'
import { oneLine, padded } from './text.ts'

/** An event on one line: the time, the topic, what happened. */
export function formatEvent({ timestamp, data }: ServiceEvent): string {
  const { topic, seq: _, ...rest } = data
  const { interaction, event } = rest
  const what =
    isObject(interaction) && isObject(event) ? interactionLine(interaction, event) : fieldsLine(rest)
  return `${localTime(timestamp)}  ${topic}  ${what}`
}

function interactionLine(interaction: Json, event: Json): string {
  const type = padded(String(event['event_type']), 'dismissed'.length)
  const answer = isNothing(interaction['answer_text'])
    ? ''
    : ` = ${oneLine(scalar(interaction['answer_text']))}`
  const about = oneLine(scalar(interaction['title'] ?? interaction['prompt']))
  const id = String(interaction['interaction_id'])
  return oneLine(
    `${type}  ${String(interaction['interaction_type'])}  ${id}  ${about}${answer}  (${String(event['actor'])}${throughOf(event['via'])})`,
  )
}

function fieldsLine(fields: Json): string {
  return Object.entries(fields)
    .filter(([, value]) => !isNothing(value))
    .map(([name, value]) => `${name} ${oneLine(isScalar(value) ? scalar(value) : JSON.stringify(value))}`)
    .join(', ')
}
